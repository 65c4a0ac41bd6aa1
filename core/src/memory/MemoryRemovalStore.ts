import * as Effect from "effect/Effect"
import * as HashMap from "effect/HashMap"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { RemovalStore } from "../ports/RemovalStore.js"
import { contributorAudience, type Tombstone } from "../record/EventRecord.js"
import type { UserRecord } from "../record/MemberRecord.js"
import type { UserContribution } from "../record/StateChange.js"
import { changesOf, recordsOf, removeEvent, tombstonesOf } from "./event/memoryEvents.js"
import type { MemoryDatabase } from "./MemoryDatabase.js"
import { type MemoryState, page, tombstoneKey } from "./MemoryState.js"

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

const forgetUser =
  ({ email, uid: userUid }: Pick<UserRecord, "email" | "uid">, agendaUids: ReadonlyArray<number>) => (state: MemoryState): MemoryState => {
    const isThere = (eventUid: number): boolean =>
      Option.match(HashMap.get(state.events, eventUid), {
        onNone: () => false,
        onSome: ({ record }) => agendaUids.includes(record.agendaUid)
      })
    const isOwn = ({ agendaUid, audience }: Tombstone): boolean =>
      agendaUids.includes(agendaUid) && audience === contributorAudience(userUid)
    return {
      ...state,
      tombstones: HashMap.filter(state.tombstones, ({ tombstone }) => !isOwn(tombstone)),
      events: HashMap.map(state.events, (event) =>
        agendaUids.includes(event.record.agendaUid) && event.record.contributorUid === userUid
          ? { ...event, record: { ...event.record, contributorUid: null } }
          : event),
      stateChanges: HashMap.map(
        state.stateChanges,
        (changes, eventUid) =>
          isThere(eventUid) ? changes.map((change) => change.userUid === userUid ? { ...change, userUid: null } : change) : changes
      ),
      invitations: state.invitations.pipe(
        HashMap.filter((record) => record.email !== email && record.userUid !== userUid),
        HashMap.map((record) => record.inviterUid === userUid ? { ...record, inviterUid: null } : record)
      )
    }
  }

/** What removals need, in memory. */
export const layer = (database: MemoryDatabase): Layer.Layer<RemovalStore> =>
  Layer.succeed(RemovalStore, {
    removed: database.read(({ removedAgendas }) => removedAgendas),
    count: (agendaUid) =>
      database.read((state) => ({
        events: recordsOf(state).filter((record) => record.agendaUid === agendaUid).length,
        tombstones: tombstonesOf(state, agendaUid).length
      })),
    clear: (agendaUid, limit) =>
      Effect.gen(function*() {
        const operation = "RemovalStore.clear"
        const events = yield* database.read((state) =>
          page(recordsOf(state).filter((record) => record.agendaUid === agendaUid), ({ uid }) => uid, 0, limit).map(({ uid }) => uid)
        )
        yield* database.write(operation, (state) => events.reduce(removeEvent, state))
        if (events.length > 0) return { events, tombstones: 0 }
        const keys = yield* database.read((state) =>
          tombstonesOf(state, agendaUid).slice(0, limit).map(({ tombstone }) => tombstoneKey(tombstone))
        )
        yield* database.write(operation, (state) => ({ ...state, tombstones: HashMap.removeMany(state.tombstones, keys) }))
        return { events, tombstones: keys.length }
      }),
    forget: (agendaUid) =>
      database.write("RemovalStore.forget", (state) => ({
        ...state,
        removedAgendas: state.removedAgendas.filter((removed) => removed !== agendaUid)
      })),
    contributionsOf: (userUid) => database.read(contributionsOf(userUid)),
    forgetUser: (user, agendaUids) => database.write("RemovalStore.forgetUser", forgetUser(user, agendaUids))
  })
