import * as Effect from "effect/Effect"
import * as HashMap from "effect/HashMap"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { EventStore } from "../ports/EventStore.js"
import type { IndexedEvent } from "../query/event/PlanData.js"
import { interpretTransitions, type TransitionSource } from "../query/event/Transitions.js"
import { interpretPlan } from "../query/interpret/interpretPlan.js"
import { interpretWords } from "../query/interpret/interpretWords.js"
import {
  contributorAudience,
  type EventAvailability,
  type EventRecord,
  type EventRef,
  type EventTimezone,
  type Tombstone,
  type WithdrawalQuery,
  type Withdrawn
} from "../record/EventRecord.js"
import type { StateChange, UserContribution } from "../record/StateChange.js"
import type { MemoryDatabase } from "./MemoryDatabase.js"
import { type MemoryState, page, planData, tombstoneKey } from "./MemoryState.js"

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

const recordsOf = (state: MemoryState): ReadonlyArray<EventRecord> => HashMap.toValues(state.events).map(({ record }) => record)

const transitionSources = (state: MemoryState): ReadonlyArray<TransitionSource> =>
  HashMap.toValues(state.events).map(({ index, record }) => ({ ...record, intervals: index.availability }))

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

const changesOf = ({ stateChanges }: MemoryState, eventUid: number): ReadonlyArray<StateChange> =>
  Option.getOrElse(HashMap.get(stateChanges, eventUid), () => [])

const removeEvent = (state: MemoryState, uid: number): MemoryState => ({
  ...state,
  events: HashMap.remove(state.events, uid),
  stateChanges: HashMap.remove(state.stateChanges, uid)
})

const tombstonesOf = (state: MemoryState, agendaUid: number) =>
  HashMap.toValues(state.tombstones).filter(({ tombstone }) => tombstone.agendaUid === agendaUid)

const withdrawals = (agendaUid: number, { endsAfter, limit, slug }: WithdrawalQuery) => (state: MemoryState): ReadonlyArray<Withdrawn> =>
  tombstonesOf(state, agendaUid)
    .flatMap(({ tombstone: { removedAt, uid }, withdrawal }) => withdrawal === null ? [] : [{ uid, removedAt, ...withdrawal }])
    .filter((withdrawn) => withdrawn.lastEnd > endsAfter && (slug === null || withdrawn.slug === slug))
    .sort((left, right) => right.removedAt - left.removedAt || left.uid - right.uid)
    .slice(0, limit)

const contributionsOf = (userUid: number) => (state: MemoryState): ReadonlyArray<UserContribution> => {
  const records = recordsOf(state)
  const own = HashMap.toValues(state.tombstones).filter(({ tombstone }) => tombstone.audience === contributorAudience(userUid))
  const ofTombstones = new Set(own.map(({ tombstone }) => tombstone.agendaUid))
  const agendaUids = [...new Set([...records.map(({ agendaUid }) => agendaUid), ...ofTombstones])].sort((left, right) => left - right)
  return agendaUids.flatMap((agendaUid) => {
    const matching = records.filter((record) => record.agendaUid === agendaUid)
    const events = matching.filter(({ contributorUid }) => contributorUid === userUid).length
    const stateChanges = matching.flatMap(({ uid }) => changesOf(state, uid)).filter((change) => change.userUid === userUid).length
    return events + stateChanges === 0 && !ofTombstones.has(agendaUid) ? [] : [{ agendaUid, events, stateChanges }]
  })
}

const forgetUser = (agendaUid: number, userUid: number) => (state: MemoryState): MemoryState => {
  const isOfAgenda = (eventUid: number): boolean => Option.getOrNull(HashMap.get(state.events, eventUid))?.record.agendaUid === agendaUid
  const isOwnTombstone = (tombstone: Tombstone): boolean =>
    tombstone.agendaUid === agendaUid && tombstone.audience === contributorAudience(userUid)
  return {
    ...state,
    tombstones: HashMap.filter(state.tombstones, ({ tombstone }) => !isOwnTombstone(tombstone)),
    events: HashMap.map(state.events, (event) =>
      event.record.agendaUid === agendaUid && event.record.contributorUid === userUid
        ? { ...event, record: { ...event.record, contributorUid: null } }
        : event),
    stateChanges: HashMap.map(
      state.stateChanges,
      (changes, eventUid) =>
        isOfAgenda(eventUid) ? changes.map((change) => change.userUid === userUid ? { ...change, userUid: null } : change) : changes
    )
  }
}

/** The store of events in memory. Checks uniqueness by a full scan: simple before fast. */
export const layer = (database: MemoryDatabase): Layer.Layer<EventStore> =>
  Layer.succeed(EventStore, {
    search: (plan) => database.read((state) => interpretPlan(plan, planData(state))),
    transitions: (plan) => database.read((state) => interpretTransitions(plan, HashMap.toValues(state.agendas), transitionSources(state))),
    find: (agendaUid, ref) =>
      database.read((state) => recordsOf(state).find((record) => record.agendaUid === agendaUid && matchesRef(record, ref)) ?? null),
    words: (agendaUid, beginning) => database.read((state) => interpretWords(planData(state), agendaUid, beginning)),
    agendaOfSlug: (slug) => database.read((state) => recordsOf(state).find((record) => record.slug === slug)?.agendaUid ?? null),
    uidTaken: (uid) =>
      database.read((state) => HashMap.has(state.events, uid) || HashMap.some(state.tombstones, ({ tombstone }) => tombstone.uid === uid)),
    locationUsed: (locationUid) => database.read((state) => recordsOf(state).some((record) => record.locationUid === locationUid)),
    put: (record, index) => database.write("EventStore.put", put({ record, index })),
    putAvailability: (agendaUid, uid, availability) =>
      database.write("EventStore.putAvailability", putAvailability(agendaUid, uid, availability)),
    putTimezone: (event) => database.write("EventStore.putTimezone", putTimezone(event)),
    addStateChange: (change) =>
      database.write("EventStore.addStateChange", (state) => ({
        ...state,
        stateChanges: HashMap.set(state.stateChanges, change.eventUid, [...changesOf(state, change.eventUid), change])
      })),
    stateChanges: (eventUids) => database.read((state) => [...new Set(eventUids)].flatMap((uid) => changesOf(state, uid))),
    remove: (uid) => database.write("EventStore.remove", (state) => removeEvent(state, uid)),
    removeBatch: (agendaUid, limit) =>
      Effect.gen(function*() {
        const uids = yield* database.read((state) =>
          page(recordsOf(state).filter((record) => record.agendaUid === agendaUid), ({ uid }) => uid, 0, limit).map(({ uid }) => uid)
        )
        yield* database.write("EventStore.clear", (state) => uids.reduce(removeEvent, state))
        return uids
      }),
    clearTombstones: (agendaUid, limit) =>
      Effect.gen(function*() {
        const cleared = yield* database.read((state) =>
          tombstonesOf(state, agendaUid).slice(0, limit).map(({ tombstone }) => tombstoneKey(tombstone))
        )
        yield* database.write("EventStore.clearTombstones", (state) => ({
          ...state,
          tombstones: HashMap.removeMany(state.tombstones, cleared)
        }))
        return cleared.length
      }),
    count: (agendaUid) =>
      database.read((state) => ({
        events: recordsOf(state).filter((record) => record.agendaUid === agendaUid).length,
        tombstones: tombstonesOf(state, agendaUid).length
      })),
    agendaAt: (locationUid, agendaUid) =>
      database.read((state) => {
        const matching = recordsOf(state).filter((record) =>
          record.locationUid === locationUid && HashMap.has(state.agendas, record.agendaUid)
        )
        return matching.find((record) => record.agendaUid !== agendaUid)?.agendaUid ?? null
      }),
    scanAt: (locationUid, afterUid, limit) =>
      database.read((state) =>
        page(
          recordsOf(state).filter((record) => record.locationUid === locationUid && HashMap.has(state.agendas, record.agendaUid)),
          ({ uid }) => uid,
          afterUid,
          limit
        )
      ),
    contributionsOf: (userUid) => database.read(contributionsOf(userUid)),
    forgetUser: (agendaUid, userUid) => database.write("EventStore.forgetUser", forgetUser(agendaUid, userUid)),
    putTombstone: (tombstone, withdrawal) =>
      database.write("EventStore.putTombstone", (state) => ({
        ...state,
        tombstones: HashMap.set(state.tombstones, tombstoneKey(tombstone), { tombstone, withdrawal })
      })),
    removeTombstone: (agendaUid, uid, audience) =>
      database.write("EventStore.removeTombstone", (state) => ({
        ...state,
        tombstones: HashMap.remove(state.tombstones, tombstoneKey({ agendaUid, uid, audience }))
      })),
    findTombstone: (agendaUid, uid, audience) =>
      database.read((state) =>
        Option.getOrNull(HashMap.get(state.tombstones, tombstoneKey({ agendaUid, uid, audience })))?.tombstone ?? null
      ),
    withdrawals: (agendaUid, query) => database.read(withdrawals(agendaUid, query)),
    scan: (agendaUid, afterUid, limit) =>
      database.read((state) => page(recordsOf(state).filter((record) => record.agendaUid === agendaUid), ({ uid }) => uid, afterUid, limit))
  })
