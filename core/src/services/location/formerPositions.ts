import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { isOfAgenda } from "../../domain/agenda/Agenda.js"
import type { StoreError } from "../../domain/error/EngineError.js"
import { foldText } from "../../domain/text/foldText.js"
import { LocationStore } from "../../ports/LocationStore.js"
import { cursorUids, locationCursor } from "../../query/location/LocationCursor.js"
import type { FormerPosition, LocationPosition } from "../../query/location/LocationPlan.js"
import type { LocationSort } from "../../query/location/LocationQuery.js"
import type { AgendaRecord } from "../../record/AgendaRecord.js"
import type { LocationRecord } from "../../record/LocationRecord.js"

/** Time for which cursors of former positions are accepted: a day, in milliseconds. */
const retained_ms = 86_400_000

/** Maximum number of former positions compared with a cursor. */
const positions_max = 200

/** The position of a location in lists. */
export const positionOf = ({ createdAt, name, uid, updatedAt }: LocationRecord): LocationPosition => ({
  name: foldText(name),
  createdAt,
  updatedAt,
  uid
})

/**
 * Stores the current position of a location, in the transaction that changes or removes it. It also deletes some of the
 * expired ones, at least one, so that there are never more than were left within one `retained_ms`: no sweep is needed.
 */
export const leavePosition = (stored: LocationRecord): Effect.Effect<void, StoreError, LocationStore> =>
  Effect.flatMap(Effect.all([LocationStore, Clock.currentTimeMillis]), ([locations, now]) => {
    const { agendaUid, setUid } = stored
    return locations.addFormerPosition({ ...positionOf(stored), agendaUid, setUid, leftAt: now }, now - retained_ms)
  })

/**
 * The position that a cursor of an agenda's list encodes; null when there is none, or its location left it more than a
 * day ago.
 */
export const positionOfCursor = (
  agenda: AgendaRecord,
  sort: LocationSort,
  after: number
): Effect.Effect<LocationPosition | null, StoreError, LocationStore> =>
  Effect.gen(function*() {
    const locations = yield* LocationStore
    const uids = cursorUids(after)
    const isEncoded = (position: LocationPosition): boolean => locationCursor(sort, position) === after
    const stored = yield* locations.findMany(uids)
    const current = stored.filter((location) => isOfAgenda(location, agenda)).map(positionOf).find(isEncoded)
    if (current !== undefined) return current
    const since = (yield* Clock.currentTimeMillis) - retained_ms
    const left: ReadonlyArray<FormerPosition> = yield* locations.formerPositions(uids, since, positions_max)
    return left.find((former) => isOfAgenda(former, agenda) && isEncoded(former)) ?? null
  })
