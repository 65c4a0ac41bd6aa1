import * as Layer from "effect/Layer"
import { AgendaStore } from "../../ports/AgendaStore.js"
import { EventHistory } from "../../ports/event/EventHistory.js"
import { EventSearch } from "../../ports/event/EventSearch.js"
import { type EventGroup, EventStore } from "../../ports/event/EventStore.js"
import { TombstoneStore } from "../../ports/event/TombstoneStore.js"
import type { IndexedEvent, PlanData } from "../../query/event/PlanData.js"
import type { QueryPlan } from "../../query/event/QueryPlan.js"
import { agendasInScope, interpretTransitions } from "../../query/event/Transitions.js"
import { countAdded, interpretAgendaPlan, publishedEventsOf } from "../../query/interpret/interpretAgendaPlan.js"
import { interpretPlan, interpretWords } from "../../query/interpret/interpretPlan.js"
import type { EventRef } from "../../record/EventRecord.js"
import type { Reading, Writing } from "../KeyValue.js"
import { type KeyValueDatabase, Refusal } from "../KeyValueDatabase.js"
import * as Table from "../Table.js"
import { agendas, clocks, events, histories, locations, removedAgendas, tombstoneKey, tombstones } from "../tables.js"

const inAgendas = (reading: Reading, uids: Iterable<number>): ReadonlyArray<IndexedEvent> =>
  Array.from(uids).flatMap((uid) => Table.listIn(reading, events, ["agenda", uid]))

/** The events that a plan can match: those that its most selective condition names, else those of its agendas. */
const candidates = (reading: Reading, { live, removed }: QueryPlan, uids: Iterable<number>): ReadonlyArray<IndexedEvent> => {
  // What is listed as a tombstone depends on events that no condition has to match.
  if (removed !== null) return inAgendas(reading, uids)
  if (live === null) return []
  for (const condition of live) {
    if (condition._tag === "Uid") return Table.findMany(reading, events, condition.in)
    if (condition._tag === "Slug") {
      return condition.in.flatMap((slug) => Table.findBy(reading, events, ["slug", slug]) ?? [])
    }
  }
  for (const condition of live) {
    if (condition._tag === "LocationUid" && !condition.orNone) {
      return condition.in.flatMap((uid) => Table.listIn(reading, events, ["location", uid]))
    }
    if (condition._tag === "Contributor") return Table.listIn(reading, events, ["contributor", condition.is])
  }
  return inAgendas(reading, uids)
}

const planData = (reading: Reading, found: ReadonlyArray<IndexedEvent>, uids: Iterable<number>): PlanData => ({
  agendas: Table.scan(reading, agendas),
  events: found,
  tombstones: Array.from(uids).flatMap((uid) => Table.listIn(reading, tombstones, ["agenda", uid])).map(({ tombstone }) => tombstone),
  locations: Table.findMany(reading, locations, found.flatMap(({ record: { locationUid } }) => locationUid ?? []))
})

/** Searches: each interprets its plan over the records that its indexes name. */
export const eventSearch = ({ read }: KeyValueDatabase) =>
  Layer.succeed(EventSearch, {
    search: (plan) =>
      read((reading) => {
        const uids = agendasInScope(plan.scope, Table.scan(reading, agendas))
        const found = [...new Map(candidates(reading, plan, uids).map((event) => [event.record.uid, event])).values()]
        return interpretPlan(plan, planData(reading, found, plan.removed === null ? [] : uids))
      }),
    transitions: (plan) =>
      read((reading) => {
        const all = Table.scan(reading, agendas)
        const found = inAgendas(reading, agendasInScope(plan.scope, all))
        return interpretTransitions(plan, all, found.map(({ index, record }) => ({ ...record, intervals: index.availability })))
      }),
    words: (scope, beginning) =>
      read((reading) => {
        const uids = agendasInScope(scope, Table.scan(reading, agendas))
        return interpretWords(planData(reading, inAgendas(reading, uids), []), scope, beginning)
      })
  })

/** Agendas. */
export const agendaStore = ({ read, write }: KeyValueDatabase) => {
  const all = (reading: Reading) => planData(reading, Table.scan(reading, events), [])
  return Layer.succeed(AgendaStore, {
    find: (ref) =>
      read((reading) => ref._tag === "Uid" ? Table.find(reading, agendas, ref.uid) : Table.findBy(reading, agendas, ["slug", ref.slug])),
    findMany: (uids) => read((reading) => Table.findMany(reading, agendas, uids)),
    search: (plan) => read((reading) => interpretAgendaPlan(plan, all(reading))),
    countAdded: (uids, within) =>
      read((reading) => uids.map((uid) => ({ uid, count: countAdded(publishedEventsOf(inAgendas(reading, [uid]), uid), within) }))),
    put: (record) =>
      write("AgendaStore.put", (writing) => {
        if (Table.find(writing, clocks, record.uid) === null) Table.put(writing, clocks, { uid: record.uid, changedAt: 0 })
        return Table.put(writing, agendas, record)
      }),
    remove: (uid) =>
      write("AgendaStore.remove", (writing) => {
        Table.remove(writing, agendas, uid)
        Table.remove(writing, clocks, uid)
        Table.put(writing, removedAgendas, { uid })
      }),
    scan: (after, limit) => read((reading) => Table.scan(reading, agendas, after, limit)),
    uidsIn: (group) =>
      read((reading) =>
        Table.scan(reading, agendas)
          .filter((agenda) =>
            "networkUid" in group ? agenda.networkUid === group.networkUid : agenda.locationSetUid === group.locationSetUid
          )
          .map(({ uid }) => uid)
      ),
    lock: (uid) =>
      read((reading) => {
        const clock = Table.find(reading, clocks, uid)
        return clock === null ? null : { changedAt: clock.changedAt }
      }),
    setClock: (uid, clock) =>
      write(
        "AgendaStore.setClock",
        (writing) => Table.find(writing, agendas, uid) === null ? undefined : Table.put(writing, clocks, { ...clock, uid })
      )
  })
}

const findEvent = (reading: Reading, agendaUid: number, ref: EventRef): IndexedEvent | null => {
  const found = ref._tag === "Uid"
    ? Table.find(reading, events, ref.uid)
    : Table.findBy(reading, events, ref._tag === "Slug" ? ["slug", ref.slug] : ["external id", agendaUid, ref.key, ref.value])
  return found?.record.agendaUid === agendaUid ? found : null
}

/** Deletes an event with its history. */
export const removeEvent = (writing: Writing, uid: number): void => {
  Table.remove(writing, events, uid)
  Table.remove(writing, histories, uid)
}

const putEvent = (writing: Writing, event: IndexedEvent, isNew: boolean): Refusal | undefined => {
  const before = Table.find(writing, events, event.record.uid)
  return before !== null && (isNew || before.record.agendaUid !== event.record.agendaUid)
    ? new Refusal("another event has this uid")
    : Table.put(writing, events, event)
}

const scanGroup = (reading: Reading, group: EventGroup, after: number, limit: number): ReadonlyArray<IndexedEvent> => {
  if ("agendaUid" in group) return Table.listIn(reading, events, ["agenda", group.agendaUid], [after], limit)
  return Table.listIn(reading, events, ["location", group.locationUid], [after])
    .filter(({ record }) => Table.find(reading, agendas, record.agendaUid) !== null)
    .slice(0, limit)
}

/** Events. */
export const eventStore = ({ read, write }: KeyValueDatabase) =>
  Layer.succeed(EventStore, {
    find: (agendaUid, ref) => read((reading) => findEvent(reading, agendaUid, ref)?.record ?? null),
    agendaOfSlug: (slug) => read((reading) => Table.findBy(reading, events, ["slug", slug])?.record.agendaUid ?? null),
    taken: (uid, slug) =>
      read((reading) => ({
        uid: Table.find(reading, events, uid) !== null || Table.keysIn(reading, "tombstone", ["event", uid], [], 1).length > 0,
        slug: Table.findBy(reading, events, ["slug", slug]) !== null
      })),
    agendasAt: (locationUid, limit) =>
      read((reading) =>
        [...new Set(scanGroup(reading, { locationUid }, 0, Infinity).map(({ record }) => record.agendaUid))].slice(0, limit)
      ),
    put: (record, index, isNew = false) => write("EventStore.put", (writing) => putEvent(writing, { record, index }, isNew)),
    putAvailability: (agendaUid, uid, { intervals, rows, updatedAt }) =>
      write("EventStore.putAvailability", (writing) => {
        const event = findEvent(writing, agendaUid, { _tag: "Uid", uid })
        return event === null ? undefined : Table.put(writing, events, {
          record: { ...event.record, availabilityUpdatedAt: updatedAt, availability: rows },
          index: { ...event.index, availability: intervals ?? event.index.availability }
        })
      }),
    putTimezone: ({ agendaUid, locationUid, summary, timezone, uid }) =>
      write("EventStore.putTimezone", (writing) => {
        const event = findEvent(writing, agendaUid, { _tag: "Uid", uid })
        return event === null || event.record.locationUid !== locationUid
          ? undefined
          : Table.put(writing, events, { ...event, record: { ...event.record, summary, timezone } })
      }),
    remove: (uid) => write("EventStore.remove", (writing) => removeEvent(writing, uid)),
    scan: (group, after, limit) => read((reading) => scanGroup(reading, group, after, limit).map(({ record }) => record))
  })

/** State changes of events. */
export const eventHistory = ({ read, write }: KeyValueDatabase) =>
  Layer.succeed(EventHistory, {
    add: (change) =>
      write("EventHistory.add", (writing) => {
        const { changes } = Table.find(writing, histories, change.eventUid) ?? { changes: [] }
        return Table.put(writing, histories, { uid: change.eventUid, changes: [...changes, change] })
      }),
    find: (uids) => read((reading) => Table.findMany(reading, histories, uids).flatMap(({ changes }) => changes))
  })

/** Tombstones. */
export const tombstoneStore = ({ read, write }: KeyValueDatabase) =>
  Layer.succeed(TombstoneStore, {
    find: (agendaUid, uid, audience) =>
      read((reading) => Table.find(reading, tombstones, tombstoneKey({ agendaUid, uid, audience }))?.tombstone ?? null),
    put: (tombstone, withdrawal) => write("TombstoneStore.put", (writing) => Table.put(writing, tombstones, { tombstone, withdrawal })),
    remove: (agendaUid, uid, audience) =>
      write("TombstoneStore.remove", (writing) => Table.remove(writing, tombstones, tombstoneKey({ agendaUid, uid, audience }))),
    withdrawals: (agendaUid, { endsAfter, limit, slug }) =>
      read((reading) =>
        Table.listIn(reading, tombstones, ["agenda", agendaUid])
          .flatMap(({ tombstone: { removedAt, uid }, withdrawal }) => withdrawal === null ? [] : [{ uid, removedAt, ...withdrawal }])
          .filter((withdrawn) => withdrawn.lastEnd > endsAfter && (slug === null || withdrawn.slug === slug))
          .toSorted((left, right) => right.removedAt - left.removedAt || left.uid - right.uid)
          .slice(0, limit)
      )
  })
