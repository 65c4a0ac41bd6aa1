import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { Invalid, type StoreError } from "../domain/EngineError.js"
import { type Issue, issue } from "../domain/Issue.js"
import { LocationSetStore } from "../ports/LocationSetStore.js"
import { Transaction } from "../ports/Transaction.js"
import type { LocationSetRecord } from "../record/LocationSetRecord.js"
import { type LocationSetDraft, readLocationSet } from "../validation/readLocationSet.js"
import { atomically } from "./atomically.js"
import { freshUid } from "./freshUid.js"
import { scanAll } from "./scanAll.js"

/** Makes and lists location sets, which agendas share their locations by. For operators and embedders: it asks for no caller. */
export class LocationSets extends Context.Tag("@agenda-engine/core/services/LocationSets")<LocationSets, {
  /** Makes a location set. `Invalid`: no title, a taken uid. */
  readonly create: (draft: LocationSetDraft) => Effect.Effect<LocationSetRecord, Invalid | StoreError>
  /** Makes a location set with this uid, or gives the one there is this title. For imports. `Invalid`: no title. */
  readonly restore: (
    draft: LocationSetDraft & { readonly uid: number }
  ) => Effect.Effect<
    { readonly outcome: "created" | "updated" | "unchanged"; readonly locationSet: LocationSetRecord },
    Invalid | StoreError
  >
  /** Every location set in order of uid. */
  readonly list: Effect.Effect<ReadonlyArray<LocationSetRecord>, StoreError>
}>() {
  /** The location sets of the stores. */
  static readonly layer: Layer.Layer<LocationSets, never, LocationSetStore | Transaction> = Layer.effect(
    LocationSets,
    Effect.suspend(() => make)
  )
}

const invalid = (issues: ReadonlyArray<Issue>): Effect.Effect<void, Invalid> =>
  issues.length === 0 ? Effect.void : new Invalid({ subject: "data", issues })

const make = Effect.gen(function*() {
  const sets = yield* LocationSetStore
  const transaction = yield* Transaction

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

    list: scanAll((after: number, limit) => sets.scan(after, limit), ({ uid }) => uid, 0)
  })
})
