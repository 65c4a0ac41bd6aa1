import * as HashMap from "effect/HashMap"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { type EventGroup, EventStore } from "../../ports/event/EventStore.js"
import type { IndexedEvent } from "../../query/event/PlanData.js"
import type { EventAvailability, EventRecord, EventRef, EventTimezone } from "../../record/EventRecord.js"
import type { MemoryDatabase } from "../MemoryDatabase.js"
import { type MemoryState, page } from "../MemoryState.js"
import { recordsOf, removeEvent } from "./memoryEvents.js"

const matchesRef = (record: EventRecord, ref: EventRef): boolean => {
  switch (ref._tag) {
    case "Uid":
      return record.uid === ref.uid
    case "Slug":
      return record.slug === ref.slug
    case "ExtId":
      return record.extIds.some(({ key, value }) => key === ref.key && value === ref.value)
  }
}

const groupOf = (state: MemoryState, group: EventGroup): ReadonlyArray<EventRecord> =>
  recordsOf(state).filter((record) =>
    "agendaUid" in group
      ? record.agendaUid === group.agendaUid
      : record.locationUid === group.locationUid && HashMap.has(state.agendas, record.agendaUid)
  )

/** The unique value of a record that another event has; null when the record can be stored. */
const findConflict = (state: MemoryState, record: EventRecord): string | null => {
  const others = recordsOf(state).filter(({ uid }) => uid !== record.uid)
  const before = Option.getOrNull(HashMap.get(state.events, record.uid))
  if (before !== null && before.record.agendaUid !== record.agendaUid) return "an event of another agenda has this uid"
  if (others.some(({ slug }) => slug === record.slug)) return "an event with this slug exists"
  const extIds = record.extIds.filter(({ key, value }) =>
    others.some((other) => other.agendaUid === record.agendaUid && matchesRef(other, { _tag: "ExtId", key, value }))
  )
  return extIds.length > 0 ? "an event of this agenda has this external identifier" : null
}

const put = (event: IndexedEvent) => (state: MemoryState) => {
  const conflict = findConflict(state, event.record)
  return conflict !== null ? { conflict } : { ...state, events: HashMap.set(state.events, event.record.uid, event) }
}

const putAvailability = (agendaUid: number, uid: number, { intervals, rows, updatedAt }: EventAvailability) => (state: MemoryState) => ({
  ...state,
  events: HashMap.modify(state.events, uid, (event) =>
    event.record.agendaUid !== agendaUid ? event : {
      record: { ...event.record, availabilityUpdatedAt: updatedAt, availability: rows },
      index: { ...event.index, availability: intervals ?? event.index.availability }
    })
})

const putTimezone = ({ agendaUid, locationUid, summary, timezone, uid }: EventTimezone) => (state: MemoryState) => ({
  ...state,
  events: HashMap.modify(state.events, uid, (event) =>
    event.record.agendaUid !== agendaUid || event.record.locationUid !== locationUid
      ? event
      : { ...event, record: { ...event.record, summary, timezone } })
})

/** The store of events in memory. Checks uniqueness by a full scan: simple before fast. */
export const layer = (database: MemoryDatabase): Layer.Layer<EventStore> =>
  Layer.succeed(EventStore, {
    find: (agendaUid, ref) =>
      database.read((state) => recordsOf(state).find((record) => record.agendaUid === agendaUid && matchesRef(record, ref)) ?? null),
    agendaOfSlug: (slug) => database.read((state) => recordsOf(state).find((record) => record.slug === slug)?.agendaUid ?? null),
    uidTaken: (uid) =>
      database.read((state) => HashMap.has(state.events, uid) || HashMap.some(state.tombstones, ({ tombstone }) => tombstone.uid === uid)),
    agendasAt: (locationUid, limit) =>
      database.read((state) => [...new Set(groupOf(state, { locationUid }).map(({ agendaUid }) => agendaUid))].slice(0, limit)),
    put: (record, index) => database.write("EventStore.put", put({ record, index })),
    putAvailability: (agendaUid, uid, availability) =>
      database.write("EventStore.putAvailability", putAvailability(agendaUid, uid, availability)),
    putTimezone: (event) => database.write("EventStore.putTimezone", putTimezone(event)),
    remove: (uid) => database.write("EventStore.remove", (state) => removeEvent(state, uid)),
    scan: (group, afterUid, limit) => database.read((state) => page(groupOf(state, group), ({ uid }) => uid, afterUid, limit))
  })
