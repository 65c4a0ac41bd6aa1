import * as HashMap from "effect/HashMap"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import type { ExtId } from "../domain/event/Event.js"
import { LocationStore } from "../ports/LocationStore.js"
import type { IndexedLocation } from "../query/event/PlanData.js"
import { interpretLocationPlan } from "../query/interpret/interpretLocationPlan.js"
import type { MemoryDatabase } from "./MemoryDatabase.js"
import { type MemoryState, page } from "./MemoryState.js"

const hasExtId = ({ index }: IndexedLocation, extId: ExtId): boolean =>
  index.extIds.some(({ key, value }) => key === extId.key && value === extId.value)

const shareExtIds = ({ record: one }: IndexedLocation, { record: other }: IndexedLocation): boolean =>
  one.agendaUid === other.agendaUid || (one.setUid !== null && one.setUid === other.setUid)

/** The unique value of a location that another one has; null when the location can be stored. */
const findConflict = (state: MemoryState, location: IndexedLocation): string | null => {
  const { agendaUid, uid } = location.record
  const before = Option.getOrNull(HashMap.get(state.locations, uid))
  if (before !== null && before.record.agendaUid !== agendaUid) return "a location of another agenda has this uid"
  const others = HashMap.toValues(state.locations).filter((other) => other.record.uid !== uid && shareExtIds(other, location))
  return location.index.extIds.some((extId) => others.some((other) => hasExtId(other, extId)))
    ? "a location of this agenda or its set has this external identifier"
    : null
}

const put = (location: IndexedLocation) => (state: MemoryState) => {
  const conflict = findConflict(state, location)
  return conflict !== null
    ? { conflict }
    : { ...state, locations: HashMap.set(state.locations, location.record.uid, location) }
}

const move = (uid: number, agendaUid: number) => (state: MemoryState) => {
  const location = Option.getOrNull(HashMap.get(state.locations, uid))
  if (location === null) return state
  const moved = { ...location, record: { ...location.record, agendaUid } }
  return put(moved)({ ...state, locations: HashMap.remove(state.locations, uid) })
}

const findByExtId = (state: MemoryState, agendaUid: number, setUid: number | null, extId: ExtId) => {
  const matching = HashMap.toValues(state.locations).filter((location) => hasExtId(location, extId))
  const own = matching.find(({ record }) => record.agendaUid === agendaUid)
  const shared = matching.find(({ record }) => record.setUid !== null && record.setUid === setUid)
  return (own ?? shared)?.record ?? null
}

const find = (state: MemoryState, uid: number) => Option.getOrNull(HashMap.get(state.locations, uid))?.record ?? null

/** The store of locations in memory. Look-ups scan every location: simple before fast. */
export const layer = (database: MemoryDatabase): Layer.Layer<LocationStore> =>
  Layer.succeed(LocationStore, {
    find: (uid) => database.read((state) => find(state, uid)),
    findMany: (uids) =>
      database.read((state) =>
        [...new Set(uids)].flatMap((uid) => Option.toArray(HashMap.get(state.locations, uid)).map(({ record }) => record))
      ),
    findByExtId: (agendaUid, setUid, extId) => database.read((state) => findByExtId(state, agendaUid, setUid, extId)),
    // Transactions run one at a time, so that a read is enough.
    lock: (uid) => database.read((state) => find(state, uid)),
    search: (plan) => database.read((state) => interpretLocationPlan(plan, HashMap.toValues(state.locations))),
    put: (record, index) => database.write("LocationStore.put", put({ record, index })),
    remove: (uid) => database.write("LocationStore.remove", (state) => ({ ...state, locations: HashMap.remove(state.locations, uid) })),
    move: (uid, agendaUid) => database.write("LocationStore.move", move(uid, agendaUid)),
    addFormerPosition: (position, retainedSince) =>
      database.write("LocationStore.addFormerPosition", (state) => ({
        ...state,
        formerPositions: [...state.formerPositions.filter(({ leftAt }) => leftAt >= retainedSince), position]
      })),
    formerPositions: (uids, since, limit) =>
      database.read(({ formerPositions }) =>
        formerPositions.filter(({ leftAt, uid }) => uids.includes(uid) && leftAt >= since).toReversed().slice(0, limit)
      ),
    countOfSet: (setUid) =>
      database.read((state) => HashMap.toValues(state.locations).filter(({ record }) => record.setUid === setUid).length),
    scan: (agendaUid, afterUid, limit) =>
      database.read((state) => {
        const records = HashMap.toValues(state.locations).map(({ record }) => record)
        return page(records.filter((record) => record.agendaUid === agendaUid), ({ uid }) => uid, afterUid, limit)
      })
  })
