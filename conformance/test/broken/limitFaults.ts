import { AgendaStore } from "@agenda-engine/core/ports/AgendaStore"
import { EventStore } from "@agenda-engine/core/ports/event/EventStore"
import { IdempotencyStore } from "@agenda-engine/core/ports/IdempotencyStore"
import { LocationStore } from "@agenda-engine/core/ports/LocationStore"
import { MemberStore } from "@agenda-engine/core/ports/MemberStore"
import { UserStore } from "@agenda-engine/core/ports/UserStore"
import type { EventIndex, EventRecord, EventRef } from "@agenda-engine/core/record/EventRecord"
import * as Effect from "effect/Effect"
import { breaking, broken, type BrokenStore } from "./BrokenStore.js"

type ExtId = EventRecord["extIds"][number]

const first = (length: number) => (text: string): string => Array.from(text).slice(0, length).join("")
const trimmed = (text: string): string => text.replace(/ +$/, "")
const composed = (text: string): string => text.normalize("NFC")
const wrapped = (uid: number): number => uid % 2 ** 31
const clamped = (latest: number) => (instant: number): number => Math.min(instant, latest)

const year2038 = 2_147_483_647_000
const year9999 = 253_370_764_800_000

const storedEvent = (fault: string, caughtBy: ReadonlyArray<string>, change: (record: EventRecord) => EventRecord): BrokenStore => ({
  fault,
  caughtBy,
  layer: breaking(EventStore, (store) => ({ put: (record, index) => store.put(change(record), index) }))
})

const indexedEvent = (fault: string, caughtBy: ReadonlyArray<string>, change: (index: EventIndex) => EventIndex): BrokenStore => ({
  fault,
  caughtBy,
  layer: breaking(EventStore, (store) => ({ put: (record, index) => store.put(record, change(index)) }))
})

/** A column of external ids that holds and compares a changed key and value. */
const comparedExtIds = (fault: string, change: (extId: ExtId) => ExtId): BrokenStore => ({
  fault,
  caughtBy: ["event.limits.ext-id"],
  layer: breaking(EventStore, (store) => ({
    put: (record, index) => store.put({ ...record, extIds: record.extIds.map(change) }, index),
    find: (agendaUid, ref: EventRef) => store.find(agendaUid, ref._tag === "ExtId" ? { ...ref, ...change(ref) } : ref)
  }))
})

const instants = (record: EventRecord, change: (instant: number) => number): EventRecord => ({
  ...record,
  createdAt: change(record.createdAt),
  updatedAt: change(record.updatedAt),
  publishedAt: record.publishedAt === null ? null : change(record.publishedAt)
})

const slots = (record: EventRecord, change: (instant: number) => number): EventRecord => ({
  ...record,
  slots: record.slots.map((slot) => ({ ...slot, begin: change(slot.begin), end: change(slot.end) })),
  last: { begin: change(record.last.begin), end: change(record.last.end) }
})

const changedLocation = (fault: string, change: (text: string) => string): BrokenStore => ({
  fault,
  caughtBy: ["location.limits.whole"],
  layer: breaking(LocationStore, (store) => ({
    put: (record, index) => store.put({ ...record, name: change(record.name), address: change(record.address) }, index)
  }))
})

const changedAgenda = (fault: string, change: (text: string) => string): BrokenStore => ({
  fault,
  caughtBy: ["agenda.limits.whole"],
  layer: breaking(AgendaStore, (store) => ({
    put: (record) => store.put({ ...record, settings: change(record.settings), title: change(record.title) })
  }))
})

/** The stores that do to widths, encodings and ranges what some databases do. */
export const limitFaults: ReadonlyArray<BrokenStore> = [
  comparedExtIds("cuts values of external ids at 64 characters", ({ key, value }) => ({ key, value: first(64)(value) })),
  comparedExtIds("cuts values of external ids at 191 characters", ({ key, value }) => ({ key, value: first(191)(value) })),
  comparedExtIds("cuts values of external ids at 254 characters", ({ key, value }) => ({ key, value: first(254)(value) })),
  comparedExtIds("trims keys of external ids", ({ key, value }) => ({ key: trimmed(key), value })),
  comparedExtIds("composes values of external ids", ({ key, value }) => ({ key, value: composed(value) })),
  ...[30, 100, 254].map((length) =>
    indexedEvent(`cuts keywords at ${length} characters`, ["event.limits.keyword"], (index) => ({
      ...index,
      terms: index.terms.map((term) => ({ ...term, value: first(length)(term.value) }))
    }))
  ),
  storedEvent("loses slot 800", ["event.limits.whole"], (record) => ({ ...record, slots: record.slots.slice(0, 799) })),
  storedEvent("keeps versions of 32 bits", ["event.limits.whole"], (record) => ({ ...record, version: record.version % 2 ** 32 })),
  storedEvent("cuts details at 65 535 bytes", ["event.limits.whole"], (record) => ({ ...record, detail: record.detail.slice(0, 50_000) })),
  storedEvent("clamps instants at 2038", ["event.limits.whole"], (record) => instants(record, clamped(year2038))),
  storedEvent("clamps instants at 9999", ["event.limits.whole"], (record) => instants(record, clamped(year9999))),
  storedEvent("keeps no instants before 1970", ["event.limits.whole"], (record) => instants(record, (instant) => Math.max(0, instant))),
  storedEvent("clamps slots at 2038", ["event.limits.whole", "event.limits.instants"], (record) => slots(record, clamped(year2038))),
  storedEvent("clamps slots at 9999", ["event.limits.whole", "event.limits.instants"], (record) => slots(record, clamped(year9999))),
  storedEvent("keeps no slots before 1970", ["event.limits.whole"], (record) => slots(record, (instant) => Math.max(0, instant))),
  broken("wraps uids of events past 31 bits", ["event.limits.whole"], EventStore, (store) => ({
    put: (record, index) => store.put({ ...record, uid: wrapped(record.uid) }, index),
    find: (agendaUid, ref) => store.find(agendaUid, ref._tag === "Uid" ? { ...ref, uid: wrapped(ref.uid) } : ref)
  })),
  changedLocation("cuts texts of locations at 255 characters", first(255)),
  changedLocation("trims texts of locations", trimmed),
  changedLocation("composes texts of locations", composed),
  broken("wraps uids of locations past 31 bits", ["location.limits.whole"], LocationStore, (store) => ({
    put: (record, index) => store.put({ ...record, uid: wrapped(record.uid) }, index),
    find: (uid) => store.find(wrapped(uid))
  })),
  broken("cuts external ids of locations at 191 characters", ["location.limits.whole"], LocationStore, (store) => {
    const cut = (extId: ExtId): ExtId => ({ ...extId, value: first(191)(extId.value) })
    return {
      put: (record, index) => store.put(record, { ...index, extIds: index.extIds.map(cut) }),
      findByExtId: (agendaUid, setUid, extId) => store.findByExtId(agendaUid, setUid, cut(extId))
    }
  }),
  changedAgenda("cuts texts of agendas at 1 000 characters", first(1_000)),
  changedAgenda("cuts texts of agendas at 65 535 characters", first(65_535)),
  changedAgenda("trims texts of agendas", trimmed),
  broken("clamps the clocks of agendas at 2038", ["agenda.limits.whole"], AgendaStore, (store) => ({
    setClock: (uid, { changedAt }) => store.setClock(uid, { changedAt: clamped(year2038)(changedAt) })
  })),
  broken("cuts names of users at 255 characters", ["member.limits.whole"], UserStore, (store) => ({
    put: (user) => store.put({ ...user, name: first(255)(user.name) })
  })),
  broken("trims texts of members", ["member.limits.whole"], MemberStore, (store) => ({
    put: (member) => store.put({ ...member, name: trimmed(member.name) })
  })),
  broken("cuts kept answers at 2 000 characters", ["idempotency.limits.whole"], IdempotencyStore, (store) => ({
    put: (record, before) => store.put({ ...record, answer: record.answer === null ? null : first(2_000)(record.answer) }, before)
  })),
  broken("cuts idempotency keys at 191 characters", ["idempotency.limits.whole"], IdempotencyStore, (store) => ({
    put: (record, before) => store.put({ ...record, name: first(191)(record.name) }, before),
    find: (keyId, name) => Effect.map(store.find(keyId, first(191)(name)), (found) => found === null ? null : { ...found, name })
  }))
]
