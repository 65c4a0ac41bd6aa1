import type { StoreError } from "@agenda-engine/core/domain/error/EngineError"
import type { Stores } from "@agenda-engine/core/ports/Stores"
import type { IndexedEvent, IndexedLocation } from "@agenda-engine/core/query/event/PlanData"
import { atomically } from "@agenda-engine/core/services/transaction/atomically"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import { type Case, demand, demandOfTwo } from "../../Case.js"
import { expectAnswer } from "../../expect.js"
import { events, fill, locations, transact, type World } from "../../storeCalls.js"
import { sampleAgenda, sampleLocation } from "../../testing/SampleRecords.js"
import { uidsOf } from "../plans.js"
import { clause, event, found, halls, wide } from "./textWorld.js"

const putEvent = ({ index, record }: IndexedEvent) => transact(events((store) => store.put(record, index)))

const putLocation = ({ index, record }: IndexedLocation) => transact(locations((store) => store.put(record, index)))

const before: Partial<World> = {
  agendas: [sampleAgenda(1)],
  locations: halls,
  events: [1, 2, 3].map((uid) => event(uid, { title: { fr: "Bal" } }, { locationUid: uid }))
}

/** A case that writes after events were indexed, and demands what is found then, by what is searched for. */
const after = (
  id: string,
  title: string,
  { change, uids }: {
    readonly change: Effect.Effect<void, StoreError, Stores>
    readonly uids: { readonly [word: string]: ReadonlyArray<number> }
  }
): Case =>
  demand(`search.text.${id}`, clause, title)(function*() {
    yield* fill(before)
    yield* change
    for (const [word, expected] of Object.entries(uids)) yield* expectAnswer(word, uidsOf(found([word])), expected)
  })

/** What a search for a word finds among published events, among those that are to be published, and among both. */
const expectFound = (word: string, published: ReadonlyArray<number>, unpublished: ReadonlyArray<number>) =>
  Effect.gen(function*() {
    yield* expectAnswer(`${word}, published`, uidsOf(found([word])), published)
    yield* expectAnswer(`${word}, not published`, uidsOf(found([word], 0, [1])), unpublished)
    yield* expectAnswer(
      `${word}, either`,
      uidsOf(found([word], 0, [1, 2])),
      [...published, ...unpublished].toSorted((left, right) => left - right)
    )
  })

/** The demands on what a search finds after writes: it follows what is stored. */
export const textChangeCases: ReadonlyArray<Case> = [
  demand(
    "search.text.state-moves",
    "wire.md §6, nothing unpublished leaks",
    "after a change of state, an event is found in its new state only, however many words it has"
  )(function*() {
    const moved = (state: number) => [
      event(1, { title: { fr: "Jazz" } }, { state }),
      event(2, { longDescription: { br: wide("jazz") } }, { state })
    ]
    yield* fill({ agendas: [sampleAgenda(1)], events: moved(2) })
    yield* expectFound("jazz", [1, 2], [])
    yield* Effect.forEach(moved(1), putEvent)
    yield* expectFound("jazz", [], [1, 2])
    yield* Effect.forEach(moved(2), putEvent)
    yield* expectFound("jazz", [1, 2], [])
  }),
  demand(
    "search.text.renamed-unpublished",
    "wire.md §6, nothing unpublished leaks",
    "an unpublished event is found by its location's new name, only when the plan requests its state"
  )(function*() {
    yield* fill({ ...before, events: [1, 2].map((state, index) => event(index + 1, {}, { locationUid: 1, state })) })
    yield* expectFound("gare", [2], [1])
    yield* putLocation(sampleLocation(1, 1, { name: "Grange", adminLevel4: "Brest" }))
    yield* expectFound("gare", [], [])
    yield* expectFound("grange", [2], [1])
  }),
  after("renamed-location", "an event is found by the new name of its location, and not by the old one", {
    change: putLocation(sampleLocation(1, 1, { name: "Rock Club", adminLevel4: "Paris" })),
    uids: { "gare": [], "sete": [], "rock": [1], "paris": [1], "club": [1, 2] }
  }),
  after("moved-location", "an event is found by the new address of its location, and not by the old one", {
    change: putLocation(
      sampleLocation(1, 1, { name: "Café de la Gare", adminLevel4: "Sète", address: "9 quai Wilson", adminLevel1: "Occitanie" })
    ),
    uids: { "wilson": [1], "occitanie": [1], "market": [2], "bretagne": [2], "gare": [1] }
  }),
  after("translated-event", "words of a location are matched in the current languages of the event", {
    change: putEvent(event(1, { title: { br: "Bal" } }, { locationUid: 1 })),
    uids: { '"gares"': [], '"gare"': [1], "clubs ": [2] }
  }),
  after("late-location", "an event is found by a location that is stored after it", {
    change: putLocation(sampleLocation(3, 1, { name: "Grange", adminLevel4: "Brest" })),
    uids: { "grange": [3], "brest": [2, 3] }
  }),
  after("moved-event", "an event is found by its current location only", {
    change: putEvent(event(1, { title: { fr: "Bal" } }, { locationUid: 2 })),
    uids: { "gare": [], "jazz": [1, 2] }
  }),
  after("online-event", "an event that no longer has a location is not found by one", {
    change: putEvent(event(1, { title: { fr: "Bal" } })),
    uids: { "gare": [], "bal": [1, 2, 3] }
  }),
  after("rewritten-event", "an event is found by its current words only", {
    change: putEvent(event(1, { description: { fr: "Valse" } }, { locationUid: 1 })),
    uids: { "bal": [2, 3], "valse": [1], "gare": [1] }
  }),
  after("removed-event", "a removed event is not found", {
    change: transact(events((store) => store.remove(2))),
    uids: { "bal": [1, 3], "jazz": [] }
  })
]

/** Two writers of one location's name: who puts an event there, and who calls it otherwise meanwhile. */
export const textPlaceCases: ReadonlyArray<Case> = [
  demandOfTwo(
    "database.share.renamed-location",
    "EventStore.put",
    "an event put while another process renames its location is found by the new name, whichever commits first"
  )(function*(first, second) {
    yield* first(fill({ agendas: [sampleAgenda(1)], locations: halls }))
    const { index, record } = event(1, { title: { fr: "Bal" } }, { locationUid: 1 })
    for (const [position, name] of ["Grange", "Palais", "Abbaye", "Chapelle"].entries()) {
      const began = yield* Deferred.make<void>()
      const slowly = <R>(write: Effect.Effect<void, StoreError, R>) =>
        atomically(write.pipe(Effect.zipLeft(Deferred.succeed(began, undefined)), Effect.zipLeft(Effect.sleep("50 millis"))))
      const renamed = sampleLocation(1, 1, { name, adminLevel4: "Brest" })
      const puts = events((store) => store.put(record, index))
      const renames = locations((store) => store.put(renamed.record, renamed.index))
      yield* position % 2 === 0
        ? Effect.all([first(slowly(puts)), Effect.zipRight(Deferred.await(began), second(atomically(renames)))], { concurrency: 2 })
        : Effect.all([first(slowly(renames)), Effect.zipRight(Deferred.await(began), second(atomically(puts)))], { concurrency: 2 })
      yield* second(expectAnswer(name, uidsOf(found([name])), [1]))
    }
  })
]
