import type { StoreError } from "@agenda-engine/core/domain/error/EngineError"
import { logStart } from "@agenda-engine/core/record/ChangeRecord"
import * as Array from "effect/Array"
import * as Effect from "effect/Effect"
import { type Case, demand } from "../Case.js"
import type { ConformanceFailure } from "../ConformanceFailure.js"
import { expectAnswer, expectEqual } from "../expect.js"
import * as calls from "../storeCalls.js"
import { fill, transact } from "../storeCalls.js"
import {
  day,
  noon,
  sampleAgenda,
  sampleDigest,
  sampleEvent,
  sampleIdempotencyRecord,
  sampleInvitation,
  sampleKey,
  sampleLocation,
  sampleLocationSet,
  sampleMember,
  sampleNetwork,
  sampleTombstone,
  sampleUser,
  sampleWebhook,
  sampleWithdrawal
} from "../testing/SampleRecords.js"
import { sampleChange } from "./changeCases.js"
import { plan, tombstonesLast } from "./plans.js"
import { expectMeaning } from "./search/searchCase.js"

/** One more record than databases and drivers return at once by default: 25, 50, 100 or 1 000. */
const many = 1_001

const numbers = Array.makeBy(many, (index) => index + 1)

/** Texts in the order of the numbers. */
const texts = numbers.map((number) => `n${String(number).padStart(5, "0")}`)

const each = <R>(put: (number: number, text: string) => Effect.Effect<unknown, StoreError, R>) =>
  transact(Effect.forEach(numbers, (number) => put(number, texts[number - 1] ?? ""), { discard: true }))

/** Fails unless a list has these keys in this order; `sorted`: in any order. */
const expectKeys = <A, R, K extends number | string>(
  what: string,
  list: Effect.Effect<ReadonlyArray<A>, StoreError, R>,
  keyOf: (item: A) => K,
  expected: ReadonlyArray<K>,
  order: "in order" | "in any order" = "in order"
): Effect.Effect<void, ConformanceFailure | StoreError, R> =>
  Effect.flatMap(list, (found) => {
    const keys = found.map(keyOf)
    const ordered = order === "in order" ? keys : keys.toSorted((one, other) => one < other ? -1 : 1)
    return Effect.zipRight(expectEqual(`the length of ${what}`, keys.length, expected.length), expectEqual(what, ordered, expected))
  })

const volume = (port: string, title: string) => demand(`volume.${port}`, "the port: at most `limit`, every given key", title)

/** More than the window of results that search engines count by default. */
const total = 10_001

const uidOf = ({ uid }: { readonly uid: number }): number => uid
const idOf = ({ id }: { readonly id: string }): string => id

const people = fill({ agendas: [sampleAgenda(1)], users: numbers.map((uid) => sampleUser(uid)) })

/** The demands on lists of 1 001 records: a list ends at the limit that was asked for, and at no other. */
export const volumeCases: ReadonlyArray<Case> = [
  volume("agenda", "1 001 agendas are scanned, found, listed by network, by location and as removed in one call each")(function*() {
    yield* transact(calls.networks((store) => store.put(sampleNetwork(9))))
    yield* each((uid) => calls.agendas((store) => store.put(sampleAgenda(uid, { networkUid: 9 }))))
    yield* expectKeys("scan", calls.agendas((store) => store.scan(0, many)), uidOf, numbers)
    yield* expectKeys("findMany", calls.agendas((store) => store.findMany(numbers)), uidOf, numbers, "in any order")
    yield* expectKeys("uidsIn", calls.agendas((store) => store.uidsIn({ networkUid: 9 })), (uid) => uid, numbers)
    const hall = sampleLocation(5, 1)
    yield* transact(calls.locations((store) => store.put(hall.record, hall.index)))
    yield* each((uid) => {
      const { index, record } = sampleEvent(uid, { agendaUid: uid, locationUid: 5 })
      return calls.events((store) => store.put(record, index))
    })
    yield* expectKeys("agendasAt", calls.events((store) => store.agendasAt(5, many)), (uid) => uid, numbers, "in any order")
    yield* each((uid) => calls.agendas((store) => Effect.zipRight(store.lock(uid), store.remove(uid))))
    yield* expectKeys("removed", calls.removals((store) => store.removed), (uid) => uid, numbers)
  }),
  volume("records", "1 001 networks and 1 001 location sets are scanned and found in one call each")(function*() {
    yield* each((uid) => calls.networks((store) => store.put(sampleNetwork(uid))))
    yield* each((uid) => calls.locationSets((store) => store.put(sampleLocationSet(uid))))
    yield* expectKeys("scan of networks", calls.networks((store) => store.scan(0, many)), uidOf, numbers)
    yield* expectKeys("networks", calls.networks((store) => store.findMany(numbers)), uidOf, numbers, "in any order")
    yield* expectKeys("scan of sets", calls.locationSets((store) => store.scan(0, many)), uidOf, numbers)
    yield* expectKeys("sets", calls.locationSets((store) => store.findMany(numbers)), uidOf, numbers, "in any order")
  }),
  volume("member", "1 001 users, members and invitations are scanned, found and due in one call each")(function*() {
    yield* people
    yield* each((uid) => calls.members((store) => store.put(sampleMember(uid, uid))))
    yield* each((uid, id) => calls.invitations((store) => store.put(sampleInvitation(uid, { id, dueAt: noon - uid }))))
    yield* expectKeys("scan of users", calls.users((store) => store.scan(0, many)), uidOf, numbers)
    yield* expectKeys("users", calls.users((store) => store.findMany(numbers)), uidOf, numbers, "in any order")
    yield* expectKeys("scan of members", calls.members((store) => store.scan({ agendaUid: 1 }, 0, many)), uidOf, numbers)
    yield* expectKeys("members", calls.members((store) => store.findMany(1, numbers)), uidOf, numbers, "in any order")
    yield* expectAnswer("count", calls.members((store) => store.count(1)), many)
    yield* expectKeys("due", calls.invitations((store) => store.due(noon, many)), idOf, texts.toReversed())
    yield* expectKeys("scan of invitations", calls.invitations((store) => store.scan(1, "", many)), idOf, texts)
  }),
  volume("credential", "1 001 keys are scanned, and their uses found, in one call each")(function*() {
    yield* each((number, id) =>
      calls.credentials((store) => Effect.zipRight(store.put(sampleKey(id, number)), store.putUse(id, noon + number)))
    )
    yield* expectKeys("scan", calls.credentials((store) => store.scan("", many)), idOf, texts)
    yield* expectKeys("findUses", calls.credentials((store) => store.findUses(texts)), ({ keyId }) => keyId, texts, "in any order")
  }),
  volume("idempotency", "1 001 expired records are deleted in one call")(function*() {
    yield* each((_, name) => calls.idempotencyRecords((store) => store.put(sampleIdempotencyRecord("k1", name), null)))
    yield* expectAnswer("prune", transact(calls.idempotencyRecords((store) => store.prune(noon + 2 * day, many + 1))), many)
  }),
  volume("image", "1 001 images are unused, and used by one user, in one call each")(function*() {
    yield* each((number, name) =>
      calls.images((store) => store.put({ name, digest: sampleDigest(number), image: "{}", state: "stored", unusedSince: noon + number }))
    )
    yield* expectKeys("scanUnused", calls.images((store) => store.scanUnused(noon + many, many)), ({ name }) => name, texts)
    yield* transact(calls.images((store) => store.putUses("event 1", texts)))
    yield* expectKeys("findUses", calls.images((store) => store.findUses("event 1")), (name) => name, texts, "in any order")
  }),
  volume("revision", "1 001 topics are bumped and read in one call each")(function*() {
    const ones = texts.map(() => 1)
    yield* expectAnswer("bump", transact(calls.revisions((store) => store.bump(texts))), ones)
    yield* expectAnswer("read", calls.revisions((store) => store.read(texts)), ones)
  }),
  volume("location", "1 001 locations are scanned, found and counted, and due at the geocoder, in one call each")(function*() {
    yield* transact(calls.locationSets((store) => store.put(sampleLocationSet(5))))
    yield* fill({
      agendas: [sampleAgenda(1, { locationSetUid: 5 })],
      locations: numbers.map((uid) => sampleLocation(uid, 1, { setUid: 5 }))
    })
    yield* each((locationUid) => calls.geocodingQueue((store) => store.put({ locationUid, attempts: 0, dueAt: noon - locationUid })))
    yield* expectKeys("scan", calls.locations((store) => store.scan(1, 0, many)), uidOf, numbers)
    yield* expectKeys("findMany", calls.locations((store) => store.findMany(numbers)), uidOf, numbers, "in any order")
    yield* expectAnswer("countOfSet", calls.locations((store) => store.countOfSet(5)), many)
    const due = calls.geocodingQueue((store) => store.due(noon, many))
    yield* expectKeys("due", due, ({ locationUid }) => locationUid, numbers.toReversed())
  }),
  volume("change", "1 001 changes are appended, read and deleted in one call each")(function*() {
    yield* transact(calls.changes((log) => log.append(numbers.map((position) => sampleChange(position)))))
    yield* expectKeys("read", calls.changes((log) => log.read(1, logStart, many)), ({ position }) => position, numbers)
    const everywhere = calls.changes((log) => log.readMany([{ agendaUid: 1, ...logStart }], many, "privileged"))
    yield* expectKeys("readMany", everywhere, ({ position }) => position, numbers)
    yield* expectAnswer("prune", transact(calls.changes((log) => log.prune(1, noon + 2 * many, many + 1))), many)
  }),
  volume("consumer", "1 001 places and 1 001 parked changes of a consumer are listed, and due, in one call each")(function*() {
    const consumer = "search"
    const at = { consumer, ordinal: 0, generation: "g", attempts: 0, dueAt: noon, error: null, missedAt: null }
    yield* transact(calls.consumers((store) => store.add(consumer)))
    yield* transact(calls.changes((log) => log.append(numbers.map((agendaUid) => sampleChange(2, { agendaUid })))))
    yield* each((agendaUid) => calls.consumers((store) => store.putPlace({ ...at, agendaUid, position: 1 })))
    yield* each((position) => {
      const change = sampleChange(position)
      return calls.consumers((store) => store.putParked({ consumer, change, attempts: 1, parkedAt: noon, dueAt: noon, error: "" }))
    })
    yield* expectKeys("places", calls.consumers((store) => store.places(consumer)), ({ agendaUid }) => agendaUid, numbers)
    const behind = calls.consumers((store) => store.behind(consumer, noon, many))
    yield* expectKeys("behind", behind, ({ agendaUid }) => agendaUid, numbers)
    const parked = calls.consumers((store) => store.parked(consumer, { agendaUid: 0, ...logStart }, many, noon))
    yield* expectKeys("parked", parked, ({ change }) => change.position, numbers)
  }),
  volume("webhook", "1 001 webhooks are due in one call")(function*() {
    yield* fill({ agendas: [sampleAgenda(1)] })
    yield* each((number, id) =>
      calls.webhooks((store) => store.put(sampleWebhook(number, { id, isNoticeDue: true, dueAt: noon - number })))
    )
    yield* expectKeys("due", calls.webhooks((store) => store.due(noon, many)), idOf, texts.toReversed())
  }),
  volume("tombstone", "1 001 withdrawals are listed, and removed events searched, in one call each")(function*() {
    const tombstones = numbers.map((uid) => sampleTombstone(uid, { removedAt: noon - uid }))
    yield* fill({ agendas: [sampleAgenda(1)] })
    yield* transact(
      Effect.forEach(tombstones, (one) => calls.tombstones((store) => store.put(one, sampleWithdrawal(one.uid))), { discard: true })
    )
    const withdrawals = calls.tombstones((store) => store.withdrawals(1, { slug: null, endsAfter: noon, limit: many }))
    yield* expectKeys("withdrawals", withdrawals, uidOf, numbers)
    const asked = plan({ live: null, removed: [], segments: [tombstonesLast], limit: many })
    yield* expectMeaning("the search", asked, calls.world({ agendas: [sampleAgenda(1)], tombstones }))
  }),
  volume("total", "10 001 removed events are counted, in the total of a search too")(function*() {
    const removed = Array.makeBy(total, (index) => sampleTombstone(index + 1))
    yield* fill({ agendas: [sampleAgenda(1)], tombstones: removed })
    yield* expectAnswer("count", calls.removals((store) => store.count(1)), { events: 0, tombstones: total })
    const asked = plan({ live: null, removed: [], segments: [tombstonesLast], limit: 1 })
    yield* expectAnswer("the total", Effect.map(calls.searches((store) => store.search(asked)), (found) => found.total), total)
  }),
  volume("event", "1 001 events are scanned, searched in one page, counted in 2 002 buckets, shown with their histories and deleted")(
    function*() {
      const given = {
        agendas: [sampleAgenda(1)],
        events: numbers.map((uid) => sampleEvent(uid, { keywords: [`a${uid}`, `b${uid}`], updatedAt: noon + uid }))
      }
      yield* fill(given)
      yield* expectKeys("scan", calls.events((store) => store.scan({ agendaUid: 1 }, 0, many)), uidOf, numbers)
      const keywords = { _tag: "Terms", dimension: "keyword", none: false } as const
      const asked = plan({ sort: "updatedAt.asc", limit: many, tallies: [keywords] })
      yield* expectMeaning("the search", asked, calls.world(given))
      yield* each((eventUid) =>
        calls.histories((store) => store.add({ eventUid, at: noon, from: null, to: 2, userUid: null, keyId: null, motive: null }))
      )
      const changes = calls.histories((store) => store.find(numbers))
      yield* expectKeys("histories", changes, ({ eventUid }) => eventUid, numbers, "in any order")
      yield* expectAnswer("clear", transact(calls.removals((store) => store.clear(1, many))), { events: numbers, tombstones: 0 })
    }
  )
]

/** 2001-06-01T12:00:00Z, long before the clock of any test run. */
const past = 991_396_800_000

/** The demands on instants long ago: only the engine decides what has expired. */
export const pastCases: ReadonlyArray<Case> = [
  demand(
    "past.expired",
    "ports: found even when expired",
    "keys, tokens, idempotency records, invitations and former positions that expired in 2001 are found until they are deleted"
  )(function*() {
    const key = sampleKey("k1", 1, { createdAt: past, expiresAt: past + 1 })
    const token = { digest: sampleDigest(2), keyId: "k1", expiresAt: past + 2 }
    const record = sampleIdempotencyRecord("k1", "n", { claimedUntil: past + 1, expiresAt: past + 2 })
    const invitation = sampleInvitation(1, { createdAt: past, dueAt: past, expiresAt: past + 3 })
    const position = { uid: 1, agendaUid: 1, setUid: null, name: "hall", createdAt: past, updatedAt: past + 1, leftAt: past + 2 }
    yield* fill({ agendas: [sampleAgenda(1, { createdAt: past, updatedAt: past })] })
    yield* transact(Effect.gen(function*() {
      yield* calls.credentials((store) => Effect.zipRight(store.put(key), store.putToken(token, past)))
      yield* calls.idempotencyRecords((store) => store.put(record, null))
      yield* calls.invitations((store) => store.put(invitation))
      yield* calls.locations((store) => store.addFormerPosition(position, past))
    }))
    yield* expectAnswer("the key", calls.credentials((store) => store.find("k1")), key)
    yield* expectAnswer("the token", calls.credentials((store) => store.findToken(token.digest)), { token, key })
    yield* expectAnswer("the idempotency record", calls.idempotencyRecords((store) => store.find("k1", "n")), record)
    yield* expectAnswer("the invitation", calls.invitations((store) => store.due(past, 10)), [invitation])
    yield* expectAnswer("the former position", calls.locations((store) => store.formerPositions([1], past, 10)), [position])
  }),
  demand(
    "past.records",
    "ports: whole records",
    "images, webhooks, changes, events and removed events of 2001 are returned as they were put"
  )(function*() {
    const image = { name: "old", digest: sampleDigest(3), image: "{}", state: "stored", unusedSince: past } as const
    const webhook = sampleWebhook(1, {
      createdAt: past,
      dueAt: past,
      formerSecret: "former",
      formerUntil: past + 1,
      lastDeliveryAt: past
    })
    const change = sampleChange(1, { at: past })
    const event = sampleEvent(1, {
      createdAt: past,
      updatedAt: past,
      publishedAt: past,
      availabilityUpdatedAt: past,
      at: [{ begin: past, end: past + 1_000 }]
    })
    const tombstone = sampleTombstone(2, { removedAt: past })
    yield* fill({ agendas: [sampleAgenda(1)], events: [event], tombstones: [tombstone] })
    yield* transact(Effect.gen(function*() {
      yield* calls.images((store) => store.put(image))
      yield* calls.webhooks((store) => store.put(webhook))
      yield* calls.changes((log) => log.append([change]))
    }))
    yield* expectAnswer("the image", calls.images((store) => store.scanUnused(past, 10)), [image])
    yield* expectAnswer("the webhook", calls.webhooks((store) => store.find(webhook.id)), webhook)
    yield* expectAnswer("the change", calls.changes((log) => log.read(1, logStart, 10)), [change])
    yield* expectAnswer("the event", calls.events((store) => store.find(1, { _tag: "Uid", uid: 1 })), event.record)
    yield* expectAnswer("the tombstone", calls.tombstones((store) => store.find(1, 2, "public")), tombstone)
  })
]
