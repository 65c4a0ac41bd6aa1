import * as Layer from "effect/Layer"
import { RemovalStore } from "../../ports/RemovalStore.js"
import type { ChangeRecord } from "../../record/ChangeRecord.js"
import { contributorAudience } from "../../record/EventRecord.js"
import type { KeyValueDatabase } from "../KeyValueDatabase.js"
import * as Table from "../Table.js"
import { changes, events, histories, invitations, parkedChanges, removedAgendas, tombstones } from "../tables.js"
import { removeEvent } from "./events.js"

const names = ({ by, contributorUid }: ChangeRecord, userUid: number): boolean => by === userUid || contributorUid === userUid

const withoutUser = (change: ChangeRecord, userUid: number): ChangeRecord => ({
  ...change,
  by: change.by === userUid ? null : change.by,
  contributorUid: change.contributorUid === userUid ? null : change.contributorUid
})

/** What removals need. */
export const removalStore = ({ read, write }: KeyValueDatabase) =>
  Layer.succeed(RemovalStore, {
    removed: read((reading) => Table.scan(reading, removedAgendas).map(({ uid }) => uid)),
    count: (agendaUid) =>
      read((reading) => ({
        events: Table.keysIn(reading, "event", ["agenda", agendaUid]).length,
        tombstones: Table.keysIn(reading, "tombstone", ["agenda", agendaUid]).length
      })),
    clear: (agendaUid, limit) =>
      write("RemovalStore.clear", (writing) => {
        const uids = Table.keysIn(writing, "event", ["agenda", agendaUid], [], limit).map(Number)
        for (const uid of uids) removeEvent(writing, uid)
        if (uids.length > 0) return { events: uids, tombstones: 0 }
        const keys = Table.keysIn(writing, "tombstone", ["agenda", agendaUid], [], limit)
        for (const key of keys) Table.remove(writing, tombstones, key)
        return { events: uids, tombstones: keys.length }
      }),
    forget: (uid) => write("RemovalStore.forget", (writing) => Table.remove(writing, removedAgendas, uid)),
    contributionsOf: (userUid) =>
      read((reading) => {
        const counts = new Map<number, { events: number; stateChanges: number }>()
        const countsOf = (agendaUid: number) => {
          const found = counts.get(agendaUid) ?? { events: 0, stateChanges: 0 }
          counts.set(agendaUid, found)
          return found
        }
        for (const { record } of Table.listIn(reading, events, ["contributor", userUid])) countsOf(record.agendaUid).events += 1
        for (const { tombstone } of Table.listIn(reading, tombstones, ["audience", contributorAudience(userUid)])) {
          countsOf(tombstone.agendaUid)
        }
        for (const { changes, uid } of Table.scan(reading, histories)) {
          const own = changes.filter((change) => change.userUid === userUid).length
          const event = own === 0 ? null : Table.find(reading, events, uid)
          if (event !== null) countsOf(event.record.agendaUid).stateChanges += own
        }
        return Array.from(counts, ([agendaUid, counted]) => ({ agendaUid, ...counted }))
          .toSorted((left, right) => left.agendaUid - right.agendaUid)
      }),
    forgetUser: ({ email, uid: userUid }, agendaUids) =>
      write("RemovalStore.forgetUser", (writing) => {
        for (const agendaUid of agendaUids) {
          for (const event of Table.listIn(writing, events, ["agenda", agendaUid])) {
            const { record } = event
            if (record.contributorUid === userUid) Table.put(writing, events, { ...event, record: { ...record, contributorUid: null } })
            const history = Table.find(writing, histories, record.uid)
            if (history === null || !history.changes.some((change) => change.userUid === userUid)) continue
            const changes = history.changes.map((change) => change.userUid === userUid ? { ...change, userUid: null } : change)
            Table.put(writing, histories, { ...history, changes })
          }
        }
        for (const change of agendaUids.flatMap((agendaUid) => Table.listIn(writing, changes, ["log", agendaUid]))) {
          if (names(change, userUid)) Table.put(writing, changes, withoutUser(change, userUid))
        }
        for (const parked of agendaUids.flatMap((agendaUid) => Table.listIn(writing, parkedChanges, ["agenda", agendaUid]))) {
          const { change } = parked
          if (names(change, userUid)) Table.put(writing, parkedChanges, { ...parked, change: withoutUser(change, userUid) })
        }
        const audience = contributorAudience(userUid)
        for (const { tombstone } of Table.listIn(writing, tombstones, ["audience", audience])) {
          if (agendaUids.includes(tombstone.agendaUid)) Table.remove(writing, tombstones, tombstones.keyOf({ tombstone, withdrawal: null }))
        }
        for (const invitation of Table.scan(writing, invitations)) {
          if (invitation.email === email || invitation.userUid === userUid) Table.remove(writing, invitations, invitation.id)
          else if (invitation.inviterUid === userUid) Table.put(writing, invitations, { ...invitation, inviterUid: null })
        }
      })
  })
