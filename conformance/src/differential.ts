import type { StoreError } from "@agenda-engine/core/domain/error/EngineError"
import type { Stores } from "@agenda-engine/core/ports/Stores"
import type { AgendaPlan } from "@agenda-engine/core/query/agenda/AgendaPlan"
import type { PlanData } from "@agenda-engine/core/query/event/PlanData"
import type { QueryPlan, Scope } from "@agenda-engine/core/query/event/QueryPlan"
import { interpretAgendaPlan } from "@agenda-engine/core/query/interpret/interpretAgendaPlan"
import { interpretLocationPlan } from "@agenda-engine/core/query/interpret/interpretLocationPlan"
import { interpretPlan, interpretWords } from "@agenda-engine/core/query/interpret/interpretPlan"
import type { LocationPlan } from "@agenda-engine/core/query/location/LocationPlan"
import { contributorAudience, type TombstoneAudience } from "@agenda-engine/core/record/EventRecord"
import type { VocabularyWord } from "@agenda-engine/core/record/VocabularyWord"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as FastCheck from "effect/FastCheck"
import * as Runtime from "effect/Runtime"
import { type Case, caseTime_ms_max } from "./Case.js"
import { startAfter } from "./cases/plans.js"
import { compareMeaning } from "./cases/search/searchCase.js"
import { codeOf } from "./codeOf.js"
import { ConformanceFailure, isConformanceFailure } from "./ConformanceFailure.js"
import { expectEqual } from "./expect.js"
import { agendas, events, fill, locations, searches, tombstones, transact } from "./storeCalls.js"
import { applyStep, beginning, putEvent, type Step, step, tombstonesAfter } from "./testing/History.js"
import { agendaPlan, locationPlan, queryPlan } from "./testing/PlanArbitraries.js"
import { agendaOf, pools } from "./testing/RecordArbitraries.js"

/** How much chance a differential run is given. */
export interface DifferentialOptions {
  /** How many random histories. */
  readonly runs: number
  /** Repeats a run: a failure names the seed it had. Absent: another one each time. */
  readonly seed?: number
}

/** A part of a history: a change, or a question about all that came before. */
export type Part =
  | { readonly _tag: "Step"; readonly step: Step }
  | { readonly _tag: "Events"; readonly plan: QueryPlan }
  | { readonly _tag: "Agendas"; readonly plan: AgendaPlan }
  | { readonly _tag: "Locations"; readonly plan: LocationPlan }

const asked: FastCheck.Arbitrary<Part> = FastCheck.oneof(
  { weight: 6, arbitrary: queryPlan.map((plan): Part => ({ _tag: "Events", plan })) },
  { weight: 1, arbitrary: agendaPlan.map((plan): Part => ({ _tag: "Agendas", plan })) },
  { weight: 1, arbitrary: locationPlan.map((plan): Part => ({ _tag: "Locations", plan })) }
)

/** A history of writes and questions. */
export interface History {
  /** Put in the transaction that begins it, since an empty store answers everything right. */
  readonly opening: ReadonlyArray<Step>
  readonly parts: ReadonlyArray<Part>
}

const history: FastCheck.Arbitrary<History> = FastCheck.record({
  opening: FastCheck.array(putEvent, { maxLength: 24, size: "max" }),
  parts: FastCheck.tuple(
    FastCheck.array(FastCheck.oneof(step.map((step): Part => ({ _tag: "Step", step })), asked), { maxLength: 20, size: "max" }),
    FastCheck.array(asked, { minLength: 1, maxLength: 12, size: "max" })
  ).map((parts) => parts.flat())
})

const audiences: ReadonlyArray<TombstoneAudience> = ["public", "privileged", ...pools.contributors.map(contributorAudience)]

const removeTombstones = (agendaUid: number, uid: number): Effect.Effect<void, StoreError, Stores> =>
  tombstones((store) => Effect.forEach(audiences, (audience) => store.remove(agendaUid, uid, audience), { discard: true }))

/** The tombstones that a step leaves. */
const putTombstones = (step: Parameters<typeof tombstonesAfter>[0]): Effect.Effect<void, StoreError, Stores> =>
  tombstones((store) => Effect.forEach(tombstonesAfter(step), (tombstone) => store.put(tombstone, null), { discard: true }))

/** The writes of a step, inside of a transaction. */
const write = (step: Step): Effect.Effect<void, StoreError, Stores> => {
  switch (step._tag) {
    case "PutAgenda":
      return agendas((store) => store.put(step.agenda))
    case "PutLocation":
      return locations((store) => store.put(step.location.record, step.location.index))
    case "PutEvent": {
      const { index, record } = step.event
      return events((store) =>
        Effect.gen(function*() {
          yield* store.put(record, index)
          yield* removeTombstones(record.agendaUid, record.uid)
          yield* putTombstones(step)
        })
      )
    }
    case "PutAvailability":
      return events((store) => store.putAvailability(step.agendaUid, step.uid, step.availability))
    case "RemoveEvent":
      return events((store) =>
        Effect.all([
          store.remove(step.uid),
          removeTombstones(step.agendaUid, step.uid),
          putTombstones(step)
        ], { discard: true })
      )
  }
}

/** Takes a store back to the beginning through its ports: whatever an earlier history put must go without a trace. */
const forget: Effect.Effect<void, StoreError, Stores> = Effect.forEach(
  pools.events,
  (uid) => Effect.zipRight(events((store) => store.remove(uid)), removeTombstones(agendaOf(uid), uid)),
  { discard: true }
)

const ask = (
  part: Exclude<Part, { readonly _tag: "Step" }>,
  data: PlanData
): Effect.Effect<void, StoreError | ConformanceFailure, Stores> => {
  switch (part._tag) {
    case "Events":
      return Effect.gen(function*() {
        yield* compareMeaning("the answer to a plan", part.plan, data)
        const answer = interpretPlan(part.plan, data)
        const start = startAfter(answer)
        if (start !== null) yield* compareMeaning("the page after it, with known counts", { ...part.plan, start }, data, { counts: answer })
      })
    case "Agendas":
      return Effect.flatMap(
        agendas((store) => store.search(part.plan)),
        (answer) => expectEqual("the answer to an agenda plan", answer, interpretAgendaPlan(part.plan, data))
      )
    case "Locations":
      return Effect.flatMap(
        locations((store) => store.search(part.plan)),
        (answer) => expectEqual("the answer to a location plan", answer, interpretLocationPlan(part.plan, data.locations))
      )
  }
}

/**
 * Makes the writes of a history from the beginning, and fails at the first answer that differs. A failed run prints a
 * call of it.
 */
export const replayHistory = ({ opening, parts }: History): Effect.Effect<void, StoreError | ConformanceFailure, Stores> =>
  Effect.gen(function*() {
    yield* transact(Effect.all([forget, fill(beginning), Effect.forEach(opening, write)], { discard: true }))
    let data = opening.reduce(applyStep, beginning)
    for (const part of parts) {
      if (part._tag !== "Step") yield* ask(part, data)
      else {
        yield* transact(write(part.step))
        data = applyStep(data, part.step)
        const agenda: Scope = { _tag: "Agenda", agendaUid: 1 }
        const scopes: ReadonlyArray<readonly [Scope, string]> = [[agenda, ""], [agenda, "c"], [{ _tag: "Public", within: null }, ""]]
        for (const [scope, beginning] of scopes) {
          const byWord = (words: ReadonlyArray<VocabularyWord>) => words.map(({ events, word }) => `${word} ${events}`).toSorted()
          const words = yield* searches((store) => store.words(scope, beginning))
          yield* expectEqual("the words of the scope", byWord(words), byWord(interpretWords(data, scope, beginning)))
        }
      }
    }
  })

/**
 * Lives random histories of writes through a store and compares its answers to random plans with the meaning of those
 * plans over plain records. A difference is shrunk to the smallest history that still shows it, and reported with the
 * seed that repeats it.
 */
export const differential = ({ runs, seed }: DifferentialOptions): Effect.Effect<void, ConformanceFailure, Stores> =>
  Effect.gen(function*() {
    const run = Runtime.runPromiseExit(yield* Effect.runtime<Stores>())
    const property = FastCheck.asyncProperty(history, async (history) => {
      const exit = await run(replayHistory(history))
      if (Exit.isFailure(exit)) throw Cause.squash(exit.cause)
      // A store that never waits would keep the thread from its runner for all of the run, which counts as its death.
      await new Promise((resolve) => setTimeout(resolve))
    })
    const details = yield* Effect.promise(() => FastCheck.check(property, { numRuns: runs, ...(seed === undefined ? {} : { seed }) }))
    if (details.failed) {
      const { errorInstance: error } = details
      const [smallest] = details.counterexample ?? []
      const difference = isConformanceFailure(error) ? error.what : String(error)
      return yield* new ConformanceFailure({
        what: `after a random history (seed ${details.seed}): ${difference}\n${replayCode(smallest)}`,
        expected: isConformanceFailure(error) ? error.expected : "no failure",
        actual: isConformanceFailure(error) ? error.actual : String(error)
      })
    }
  })

/** A test that repeats a history, as code: `layer` is the layer of the store. */
const replayCode = (history: History | undefined): string =>
  [
    'import { replayHistory } from "@agenda-engine/conformance/differential"',
    'import * as Effect from "effect/Effect"',
    "",
    `await Effect.runPromise(Effect.provide(replayHistory(${codeOf(history)}), layer))`
  ].join("\n")

/** The differential run as a case of the suite. */
export const differentialCase = (options: DifferentialOptions): Case => ({
  id: "differential.histories",
  clause: "EventSearch.search, AgendaStore.search, LocationStore.search",
  title: "random histories of writes have the results that the interpreters compute",
  needs: null,
  time_ms_max: caseTime_ms_max + options.runs * 1_000,
  run: ({ emptied }) => Effect.flatMap(emptied, (layer) => Effect.provide(differential(options), layer))
})
