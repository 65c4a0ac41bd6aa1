import type { PlanData } from "@agenda-engine/core/query/event/PlanData"
import type { QueryPlan } from "@agenda-engine/core/query/event/QueryPlan"
import type { TallyAnswer } from "@agenda-engine/core/query/event/Tally"
import { interpretPlan } from "@agenda-engine/core/query/interpret/interpretPlan"
import type { SqlDatabase } from "@agenda-engine/sql/database/SqlDatabase"
import { compileTallies } from "@agenda-engine/sql/plan/compileTally"
import type { SqlError } from "@effect/sql/SqlError"
import * as Effect from "effect/Effect"

/** A plan whose tallies differ from the expected ones. Counts are sorted JSON texts. */
export interface TallyDifference {
  readonly plan: QueryPlan
  readonly actual: ReadonlyArray<ReadonlyArray<string>>
  readonly expected: ReadonlyArray<ReadonlyArray<string>>
}

const entriesOf = (answer: TallyAnswer): ReadonlyArray<ReadonlyArray<number | string | null>> => {
  switch (answer._tag) {
    case "Counts":
      return answer.counts.map(({ count, spelling, value }) => [value, spelling, count])
    case "Points":
      return answer.points.map(({ count, latitude, longitude }) => [latitude, longitude, count])
    case "Span":
      return answer.span === null ? [] : [[answer.span.first, answer.span.last]]
  }
}

const normalized = (answer: TallyAnswer): ReadonlyArray<string> =>
  entriesOf(answer).map((entry) => JSON.stringify(entry)).toSorted((left, right) => left < right ? -1 : 1)

/**
 * Runs the tallies of some plans without `pinMatches`, and returns those that differ from `interpretPlan` on the same
 * records.
 */
export const tallyDifferences = (
  database: SqlDatabase,
  data: PlanData,
  plans: ReadonlyArray<QueryPlan>
): Effect.Effect<ReadonlyArray<TallyDifference>, SqlError> =>
  Effect.gen(function*() {
    const differences: Array<TallyDifference> = []
    for (const plan of plans) {
      const compiled = compileTallies(database, plan)
      if (compiled === null) continue
      const answers = yield* Effect.forEach(compiled, ({ answerOf, statement }) => Effect.map(statement, answerOf))
      const actual = answers.map(normalized)
      const expected = interpretPlan(plan, data).tallies.map(normalized)
      if (JSON.stringify(actual) !== JSON.stringify(expected)) differences.push({ plan, actual, expected })
    }
    return differences
  })
