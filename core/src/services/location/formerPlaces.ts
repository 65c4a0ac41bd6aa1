import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import type { StoreError } from "../../domain/EngineError.js"
import { foldText } from "../../domain/foldText.js"
import { isOfAgenda } from "../../domain/isOfAgenda.js"
import { LocationStore } from "../../ports/LocationStore.js"
import type { FormerPlace } from "../../query/FormerPlace.js"
import { cursorUids, locationCursor } from "../../query/LocationCursor.js"
import type { LocationPlace } from "../../query/LocationPlan.js"
import type { LocationSort } from "../../query/LocationQuery.js"
import type { AgendaRecord } from "../../record/AgendaRecord.js"
import type { LocationRecord } from "../../record/LocationRecord.js"

/** For how long a cursor leads on from a place that its location has left, milliseconds: a day. */
const kept_ms = 86_400_000

/** How many former places are compared with a cursor. */
const places_max = 200

/** Where a location stands in lists. */
export const placeOf = ({ createdAt, name, uid, updatedAt }: LocationRecord): LocationPlace => ({
  name: foldText(name),
  createdAt,
  updatedAt,
  uid
})

/** Stores where a location stood, in the transaction that changes or removes it. */
export const leavePlace = (stored: LocationRecord): Effect.Effect<void, StoreError, LocationStore> =>
  Effect.flatMap(Effect.all([LocationStore, Clock.currentTimeMillis]), ([locations, now]) => {
    const { agendaUid, setUid } = stored
    return locations.addFormerPlace({ ...placeOf(stored), agendaUid, setUid, leftAt: now }, now - kept_ms)
  })

/** The place in a list of an agenda that a cursor was given for; null: there is none, or its location left it more than a day ago. */
export const placeBehind = (
  agenda: AgendaRecord,
  sort: LocationSort,
  after: number
): Effect.Effect<LocationPlace | null, StoreError, LocationStore> =>
  Effect.gen(function*() {
    const locations = yield* LocationStore
    const uids = cursorUids(after)
    const isMeant = (place: LocationPlace): boolean => locationCursor(sort, place) === after
    const stored = yield* locations.findMany(uids)
    const place = stored.filter((location) => isOfAgenda(location, agenda)).map(placeOf).find(isMeant)
    if (place !== undefined) return place
    const since = (yield* Clock.currentTimeMillis) - kept_ms
    const left: ReadonlyArray<FormerPlace> = yield* locations.formerPlaces(uids, since, places_max)
    return left.find((former) => isOfAgenda(former, agenda) && isMeant(former)) ?? null
  })
