import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { Conflict, Invalid, NotFound, type StoreError } from "../domain/error/EngineError.js"
import { type Issue, issue } from "../domain/error/Issue.js"
import { AgendaStore } from "../ports/AgendaStore.js"
import { LocationSetStore } from "../ports/LocationSetStore.js"
import { LocationStore } from "../ports/LocationStore.js"
import { Transaction } from "../ports/Transaction.js"
import type { LocationSetRecord } from "../record/LocationRecord.js"
import { type LocationSetDraft, readLocationSet } from "../validation/location/readLocation.js"
import { freshUid } from "./identity/freshUid.js"
import { atomically } from "./transaction/atomically.js"
import { scanAll } from "./transaction/scanAll.js"

/** Manages location sets, by which agendas share their locations. For operators and embedders: it checks no caller. */
export class LocationSets extends Context.Tag("@agenda-engine/core/services/LocationSets")<LocationSets, {
  /** Creates a location set. `Invalid`: no title, a taken uid. */
  readonly create: (draft: LocationSetDraft) => Effect.Effect<LocationSetRecord, Invalid | StoreError>
  /**
   * Creates the location set with this uid, or updates the title of the existing one. For imports. `Invalid`: no title.
   */
  readonly restore: (
    draft: LocationSetDraft & { readonly uid: number }
  ) => Effect.Effect<
    { readonly outcome: "created" | "updated" | "unchanged"; readonly locationSet: LocationSetRecord },
    Invalid | StoreError
  >
  /** The uses of a location set: uids of its agendas, and the number of its locations. */
  readonly usesOf: (
    uid: number
  ) => Effect.Effect<{ readonly agendaUids: ReadonlyArray<number>; readonly locations: number }, NotFound | StoreError>
  /**
   * Removes a location set. `Conflict`: agendas use it, or locations are in it; the message lists the agendas and
   * counts the locations.
   */
  readonly remove: (uid: number) => Effect.Effect<void, NotFound | Conflict | StoreError>
  /** All location sets in order of uid. */
  readonly list: Effect.Effect<ReadonlyArray<LocationSetRecord>, StoreError>
}>() {
  /** Layer of LocationSets over the stores. */
  static readonly layer: Layer.Layer<LocationSets, never, AgendaStore | LocationSetStore | LocationStore | Transaction> = Layer.effect(
    LocationSets,
    Effect.suspend(() => make)
  )
}

const invalid = (issues: ReadonlyArray<Issue>): Effect.Effect<void, Invalid> =>
  issues.length === 0 ? Effect.void : new Invalid({ subject: "data", issues })

const make = Effect.gen(function*() {
  const agendas = yield* AgendaStore
  const locations = yield* LocationStore
  const sets = yield* LocationSetStore
  const transaction = yield* Transaction

  const usesOf = Effect.fnUntraced(function*(uid: number) {
    const all = yield* scanAll((after: number, limit) => agendas.scan(after, limit), (agenda) => agenda.uid, 0)
    const agendaUids = all.filter(({ locationSetUid }) => locationSetUid === uid).map((agenda) => agenda.uid)
    return { agendaUids, locations: yield* locations.countOfSet(uid) }
  })

  const insert = Effect.fnUntraced(function*(draft: LocationSetDraft) {
    const { issues, title } = readLocationSet(draft)
    yield* invalid(issues)
    const isTaken = (tried: number) => Effect.map(sets.find(tried), (set) => set !== null)
    if (draft.uid !== undefined && (yield* isTaken(draft.uid))) yield* invalid([issue("duplicate", "uid", { origin: draft.uid })])
    const uid = draft.uid ?? (yield* freshUid(isTaken))
    const now = yield* Clock.currentTimeMillis
    const record: LocationSetRecord = { uid, title, createdAt: now, updatedAt: now }
    yield* sets.put(record)
    return record
  })

  return LocationSets.of({
    create: Effect.fn("LocationSets.create")((draft) => atomically(insert(draft)), Effect.provideService(Transaction, transaction)),

    restore: Effect.fn("LocationSets.restore")((draft) =>
      atomically(Effect.gen(function*() {
        const stored = yield* sets.find(draft.uid)
        if (stored === null) return { outcome: "created" as const, locationSet: yield* insert(draft) }
        const { issues, title } = readLocationSet(draft)
        yield* invalid(issues)
        if (title === stored.title) return { outcome: "unchanged" as const, locationSet: stored }
        const locationSet = { ...stored, title, updatedAt: yield* Clock.currentTimeMillis }
        yield* sets.put(locationSet)
        return { outcome: "updated" as const, locationSet }
      })), Effect.provideService(Transaction, transaction)),

    usesOf: Effect.fn("LocationSets.usesOf")(function*(uid) {
      if ((yield* sets.find(uid)) === null) return yield* new NotFound({ what: "location set" })
      return yield* usesOf(uid)
    }),

    remove: Effect.fn("LocationSets.remove")((uid) =>
      atomically(Effect.gen(function*() {
        if ((yield* sets.lock(uid, "exclusive")) === null) return yield* new NotFound({ what: "location set" })
        const uses = yield* usesOf(uid)
        if (uses.agendaUids.length > 0) {
          return yield* new Conflict({ message: `agendas use location set ${uid}: ${uses.agendaUids.join(", ")}` })
        }
        if (uses.locations > 0) return yield* new Conflict({ message: `location set ${uid} has ${uses.locations} locations` })
        yield* sets.remove(uid)
      })), Effect.provideService(Transaction, transaction)),

    list: scanAll((after: number, limit) => sets.scan(after, limit), ({ uid }) => uid, 0)
  })
})
