import type { StoreError } from "@agenda-engine/core/domain/EngineError"
import { AgendaStore } from "@agenda-engine/core/ports/AgendaStore"
import { EventStore } from "@agenda-engine/core/ports/EventStore"
import { LocationStore } from "@agenda-engine/core/ports/LocationStore"
import { Transaction } from "@agenda-engine/core/ports/Transaction"
import { interpretPlan } from "@agenda-engine/core/query/interpretPlan"
import type { PlanData } from "@agenda-engine/core/query/PlanData"
import type { QueryPlan } from "@agenda-engine/core/query/QueryPlan"
import type { TallyAnswer } from "@agenda-engine/core/query/Tally"
import { beginning } from "@agenda-engine/core/testing/History"
import { queryPlan } from "@agenda-engine/core/testing/PlanArbitraries"
import { event, location } from "@agenda-engine/core/testing/RecordArbitraries"
import type { SqlError } from "@effect/sql/SqlError"
import * as Effect from "effect/Effect"
import * as FastCheck from "effect/FastCheck"
import { compileTallies } from "../compileTally.js"
import type { SqlDatabase } from "../SqlDatabase.js"

/** A plan whose tallies were not counted as they should be. Counts are JSON texts, in order. */
export interface TallyDifference {
  readonly plan: QueryPlan
  readonly actual: ReadonlyArray<ReadonlyArray<string>>
  readonly expected: ReadonlyArray<ReadonlyArray<string>>
}

const written = (answer: TallyAnswer): ReadonlyArray<string> => {
  const list: ReadonlyArray<object | null> = answer._tag === "Counts"
    ? answer.counts
    : answer._tag === "Points"
    ? answer.points
    : [answer.span]
  return list.map((entry) => JSON.stringify(entry, Object.keys(entry ?? {}).toSorted((left, right) => left < right ? -1 : 1)))
    .toSorted((left, right) => left < right ? -1 : 1)
}

const lastOfEach = <A extends { readonly record: { readonly uid: number } }>(all: ReadonlyArray<A>): ReadonlyArray<A> => [
  ...new Map(all.map((one) => [one.record.uid, one])).values()
]

/**
 * Fills a database with random records and asks random plans for their tallies, compiled as they are where the events that match are too
 * many to be named: those that do not count as `interpretPlan` does.
 */
export const tallyDifferences = (
  database: SqlDatabase,
  options: { readonly plans: number; readonly seed: number }
): Effect.Effect<ReadonlyArray<TallyDifference>, SqlError | StoreError, AgendaStore | EventStore | LocationStore | Transaction> =>
  Effect.gen(function*() {
    const sample = <A>(arbitrary: FastCheck.Arbitrary<A>, numRuns: number) => FastCheck.sample(arbitrary, { numRuns, seed: options.seed })
    const data: PlanData = {
      ...beginning,
      events: lastOfEach(sample(event, 100)),
      locations: lastOfEach([...beginning.locations, ...sample(location, 20)])
    }
    const agendas = yield* AgendaStore
    const events = yield* EventStore
    const locations = yield* LocationStore
    const { run } = yield* Transaction
    yield* run(Effect.all([
      Effect.forEach(data.agendas, (agenda) => agendas.put(agenda)),
      Effect.forEach(data.locations, ({ index, record }) => locations.put(record, index)),
      Effect.forEach(data.events, ({ index, record }) => events.put(record, index))
    ]))
    const differences: Array<TallyDifference> = []
    for (const plan of sample(queryPlan, options.plans)) {
      const compiled = compileTallies(database, plan) ?? []
      const answers = yield* Effect.forEach(compiled, ({ answerOf, statement }) => Effect.map(statement, answerOf))
      const actual = answers.map(written)
      const expected = compiled.length === 0 ? [] : interpretPlan(plan, data).tallies.map(written)
      if (JSON.stringify(actual) !== JSON.stringify(expected)) differences.push({ plan, actual, expected })
    }
    return differences
  })
