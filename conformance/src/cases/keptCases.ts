import { Operation } from "@agenda-engine/core/domain/access/Credential"
import { defaultLimits } from "@agenda-engine/core/domain/Limits"
import type { AgendaRecord, NetworkRecord } from "@agenda-engine/core/record/AgendaRecord"
import type { KeyRecord } from "@agenda-engine/core/record/CredentialRecord"
import type { Withdrawal } from "@agenda-engine/core/record/EventRecord"
import type { IdempotencyRecord } from "@agenda-engine/core/record/IdempotencyRecord"
import type { ImageRecord } from "@agenda-engine/core/record/ImageRecord"
import type { InvitationRecord } from "@agenda-engine/core/record/InvitationRecord"
import type { LocationRecord } from "@agenda-engine/core/record/LocationRecord"
import type { MemberRecord, UserRecord } from "@agenda-engine/core/record/MemberRecord"
import type { StateChange } from "@agenda-engine/core/record/StateChange"
import type { WebhookRecord } from "@agenda-engine/core/record/WebhookRecord"
import * as Effect from "effect/Effect"
import { type Case, demand } from "../Case.js"
import { expectAnswer } from "../expect.js"
import * as calls from "../storeCalls.js"
import { fill, transact } from "../storeCalls.js"
import * as sample from "../testing/SampleRecords.js"
import { day, noon } from "../testing/SampleRecords.js"

const uid_max = Number.MAX_SAFE_INTEGER

/** 1900-01-01 and 9999-12-30, with milliseconds. */
const early = -2_208_988_799_999
const late = 253_402_128_000_001

/** A text of this many code points with a decomposed letter, an emoji and blanks at its end. */
const textOf = (length: number): string => `e\u0301\u{1F3B7}${"x".repeat(length - 5)}  `

/** A JSON text whose order of members, spaces, numbers and escapes a parser does not keep. */
const json = `{ "zz": 1.0, "a": {"d": 1e2, "c": "\\u00e9\\/"},"b":[ ],  "zz2":12345678901234567890 }`

/** Puts records and reads each back: they must be the same. */
const keep = {
  agenda: (given: Partial<AgendaRecord>) => {
    const record = sample.sampleAgenda(9, given)
    return kept(
      "the agenda",
      calls.agendas((store) => store.put(record)),
      calls.agendas((store) => store.find({ _tag: "Uid", uid: 9 })),
      record
    )
  },
  network: (given: Partial<NetworkRecord>) => {
    const record = sample.sampleNetwork(given.uid ?? 9, given)
    return kept("the network", calls.networks((store) => store.put(record)), calls.networks((store) => store.find(record.uid)), record)
  },
  user: (given: Partial<UserRecord>) => {
    const record = sample.sampleUser(9, given)
    return kept("the user", calls.users((store) => store.put(record)), calls.users((store) => store.find(9)), record)
  },
  member: (given: Partial<MemberRecord>) => {
    const record = sample.sampleMember(9, 9, given)
    return kept("the member", calls.members((store) => store.put(record)), calls.members((store) => store.find(9)), record)
  },
  invitation: (given: Partial<InvitationRecord>) => {
    const record = sample.sampleInvitation(9, given)
    return kept(
      "the invitation",
      calls.invitations((store) => store.put(record)),
      calls.invitations((store) => store.find(record.id)),
      record
    )
  },
  key: (given: Partial<KeyRecord>) => {
    const record = sample.sampleKey("k9", 9, given)
    return kept("the key", calls.credentials((store) => store.put(record)), calls.credentials((store) => store.find("k9")), record)
  },
  idempotency: (given: Partial<IdempotencyRecord>) => {
    const record = sample.sampleIdempotencyRecord("k9", "n", given)
    const put = calls.idempotencyRecords((store) => store.put(record, null))
    return kept("the idempotency record", put, calls.idempotencyRecords((store) => store.find("k9", "n")), record)
  },
  image: (given: Partial<ImageRecord>) => {
    const record: ImageRecord = { name: "i9", digest: "d9", image: "{}", state: "stored", unusedSince: null, ...given }
    return kept("the image", calls.images((store) => store.put(record)), calls.images((store) => store.find(record.name)), record)
  },
  webhook: (given: Partial<WebhookRecord>) => {
    const record = sample.sampleWebhook(9, given)
    return kept("the webhook", calls.webhooks((store) => store.put(record)), calls.webhooks((store) => store.find(record.id)), record)
  },
  location: (given: Partial<LocationRecord>) => {
    const { index, record } = sample.sampleLocation(9, 1, given)
    return kept("the location", calls.locations((store) => store.put(record, index)), calls.locations((store) => store.find(9)), record)
  },
  event: (given: sample.SampleEvent) => {
    const { index, record } = sample.sampleEvent(9, given)
    return kept(
      "the event",
      calls.events((store) => store.put(record, index)),
      calls.events((store) => store.find(1, { _tag: "Uid", uid: 9 })),
      record
    )
  },
  change: (given: Partial<StateChange>) => {
    const change: StateChange = { eventUid: 9, at: noon, from: null, to: 2, userUid: null, keyId: null, motive: null, ...given }
    return kept("the history", calls.histories((store) => store.add(change)), calls.histories((store) => store.find([9])), [change])
  },
  withdrawal: (removedAt: number, given: Partial<Withdrawal>, uid = 9) => {
    const tombstone = sample.sampleTombstone(uid, { removedAt })
    const withdrawal = sample.sampleWithdrawal(uid, given)
    const query = { slug: withdrawal.slug, endsAfter: withdrawal.lastEnd - 1, limit: 9 }
    return Effect.zipRight(
      kept(
        "the withdrawal",
        calls.tombstones((store) => store.put(tombstone, withdrawal)),
        calls.tombstones((store) => store.withdrawals(1, query)),
        [{ uid, removedAt, ...withdrawal }]
      ),
      expectAnswer("the tombstone", calls.tombstones((store) => store.find(1, uid, "public")), tombstone)
    )
  }
}

/** Runs a put in a transaction; what is read afterwards must be the record. */
function kept<A, E, R, E2, R2>(what: string, put: Effect.Effect<void, E, R>, read: Effect.Effect<A, E2, R2>, record: A) {
  return Effect.zipRight(transact(put), expectAnswer(what, read, record))
}

const filled = fill({ agendas: [sample.sampleAgenda(1)] })

const idsOf = <A, E, R>(found: Effect.Effect<ReadonlyArray<{ readonly id: A }>, E, R>) =>
  Effect.map(found, (all) => all.map(({ id }) => id))

/**
 * Ids in the order of code points: UTF-16 units would put the emoji before U+FF21, a dictionary "Zoo" behind "apple".
 */
const inOrder = ["A", "Zoo", "apple", "b", "b c", "ba", "\u00e9a", "\uff21", "\u{1f3b7}"]

/** The demands on how texts, instants and numbers are kept, and on what stays when another record is removed. */
export const keptCases: ReadonlyArray<Case> = [
  demand(
    "tombstone.limits.whole",
    "TombstoneStore.put",
    "a tombstone with the greatest uid and a withdrawal with long texts, 800 slots and a version past 32 bits are returned exactly"
  )(function*() {
    yield* filled
    const slots = Array.from({ length: defaultLimits.slots_max }, (_, index) => ({ id: `s${index}`, begin: late - 9, end: late }))
    yield* keep.withdrawal(early, { slug: textOf(200), version: 2 ** 40, slots: JSON.stringify(slots), lastEnd: late }, uid_max)
  }),
  demand(
    "invitation.limits.whole",
    "InvitationStore.put",
    "an invitation with the longest message and texts at their limits is returned exactly"
  )(function*() {
    yield* keep.invitation({
      email: `${"m".repeat(64)}@${"example.".repeat(22)}org`,
      message: textOf(defaultLimits.invitationMessage_chars_max),
      messageId: `<${"i".repeat(240)}@example.org>`,
      failure: textOf(70_000),
      inviterUid: uid_max,
      userUid: uid_max,
      createdAt: early,
      expiresAt: late
    })
  }),
  demand(
    "image.limits.whole",
    "ImageRecordStore.put",
    "an image with a long name, digest and description, and a user of images with a long name, are returned exactly"
  )(function*() {
    const name = "n".repeat(254)
    yield* keep.image({
      name: `${name}1`,
      digest: "d".repeat(255),
      image: JSON.stringify({ filename: textOf(70_000) }),
      unusedSince: late
    })
    yield* expectAnswer("another last character", calls.images((store) => store.find(`${name}2`)), null)
    yield* transact(calls.images((store) => store.putUses(`${name}1`, [`${name}1`])))
    yield* expectAnswer("its uses", calls.images((store) => store.findUses(`${name}1`)), [`${name}1`])
    yield* expectAnswer("the uses of another user", calls.images((store) => store.findUses(`${name}2`)), [])
  }),
  demand(
    "image.names.case",
    "ImageRecordStore: names consist of letters, digits and dots",
    "images whose names or digests differ in case are different images, with uses of their own"
  )(function*() {
    const [lower, upper] = ["aB.c", "Ab.C"]
    yield* keep.image({ name: lower, digest: "dd", unusedSince: noon })
    yield* keep.image({ name: upper, digest: "DD", image: "[]", unusedSince: noon })
    yield* expectAnswer("the first", Effect.map(calls.images((store) => store.find(lower)), (image) => image?.digest), "dd")
    yield* expectAnswer("by digest", Effect.map(calls.images((store) => store.findBy({ digest: "DD" })), (image) => image?.name), upper)
    yield* transact(calls.images((store) => store.putUses("event 1", [upper])))
    yield* expectAnswer("use of the first", calls.images((store) => store.isUsed(lower)), false)
    yield* transact(calls.images((store) => store.remove(upper)))
    yield* expectAnswer("what is left", Effect.map(calls.images((store) => store.find(lower)), (image) => image?.digest), "dd")
  }),
  demand(
    "key.limits.whole",
    "CredentialStore.put",
    "a key of 1 000 agendas with the greatest uids, of every operation, is returned exactly"
  )(function*() {
    yield* keep.key({
      kind: "secret",
      ownerUid: uid_max,
      agendaUids: Array.from({ length: 1_000 }, (_, index) => uid_max - index),
      operations: Operation.literals,
      createdAt: early,
      expiresAt: late,
      revokedAt: late
    })
  }),
  demand(
    "network.limits.whole",
    "NetworkStore.put",
    "a network with the greatest uid, a long title, and fields and synonyms of more than 65 535 bytes is returned exactly"
  )(function*() {
    yield* keep.network({
      uid: uid_max,
      title: textOf(400),
      fields: JSON.stringify([textOf(70_000)]),
      synonyms: JSON.stringify([[textOf(70_000)]]),
      createdAt: early,
      updatedAt: late
    })
  }),
  demand("text.kept.json", "records: JSON text", "texts of JSON come back as they were put, character by character")(function*() {
    yield* filled
    yield* keep.agenda({ settings: json, fields: `[${json}]` })
    yield* keep.network({ fields: `[${json}]`, synonyms: `[${json}]` })
    yield* keep.location({ detail: json })
    yield* keep.event({ summary: json, detail: json, rows: json })
    yield* keep.withdrawal(noon, { slots: `[${json}]` })
    yield* keep.image({ image: json })
    yield* keep.idempotency({ answer: json })
  }),
  demand("text.kept.empty", "records: null", "an empty text stays one, and null stays null")(function*() {
    yield* filled
    yield* keep.user({ name: "", hostId: "" })
    for (const text of ["", null]) {
      yield* keep.agenda({ description: "", image: text, url: text })
      yield* keep.member({ name: "", email: "", phone: text, organization: text, position: text })
      yield* keep.invitation({ message: "", failure: text })
      yield* keep.location({ address: "", adminLevel1: text, adminLevel4: text, postalCode: text, timezone: text })
      yield* keep.webhook({ reason: text, formerSecret: text })
    }
    yield* keep.idempotency({ answer: "" })
    yield* keep.event({})
    yield* keep.change({ keyId: "", motive: "" })
  }),
  demand("text.order.code-points", "RecordStore.scan", "texts are ordered by code points, not by UTF-16 units or as in a dictionary")(
    function*() {
      yield* filled
      for (const [index, id] of inOrder.toReversed().entries()) {
        yield* transact(calls.credentials((store) => store.put(sample.sampleKey(id, index))))
        yield* transact(calls.invitations((store) => store.put(sample.sampleInvitation(index, { id }))))
        const webhook = sample.sampleWebhook(index, { id, isNoticeDue: true })
        yield* transact(calls.webhooks((store) => store.put(webhook)))
      }
      yield* expectAnswer("keys", idsOf(calls.credentials((store) => store.scan("", 99))), inOrder)
      yield* expectAnswer("keys behind one", idsOf(calls.credentials((store) => store.scan("\uff21", 99))), ["\u{1f3b7}"])
      yield* expectAnswer("invitations", idsOf(calls.invitations((store) => store.scan(1, "", 99))), inOrder)
      yield* expectAnswer("invitations that are due", idsOf(calls.invitations((store) => store.due(noon, 3))), inOrder.slice(0, 3))
      yield* expectAnswer("webhooks", idsOf(calls.webhooks((store) => store.ofAgenda(1))), inOrder)
    }
  ),
  demand("instant.kept.milliseconds", "records: instants in epoch milliseconds", "every instant is kept to the millisecond")(function*() {
    yield* filled
    const [one, two, three, four] = [noon + 1, noon + 22, noon + 333, noon + 999]
    yield* keep.agenda({ createdAt: one, updatedAt: two, officializedAt: three })
    yield* keep.network({ createdAt: one, updatedAt: two })
    yield* keep.user({ createdAt: one })
    yield* keep.member({ createdAt: one })
    yield* keep.invitation({ createdAt: one, expiresAt: two, dueAt: three, sentAt: four, acceptedAt: two })
    yield* keep.key({ createdAt: one, expiresAt: two, revokedAt: three })
    yield* keep.idempotency({ claimedUntil: one, expiresAt: two })
    yield* keep.image({ unusedSince: one })
    yield* keep.webhook({ createdAt: one, dueAt: two, formerUntil: three, lastDeliveryAt: four })
    yield* keep.location({ createdAt: one, updatedAt: two })
    yield* keep.event({ createdAt: one, updatedAt: two, publishedAt: three, availabilityUpdatedAt: four })
    yield* keep.change({ at: one })
    yield* keep.withdrawal(one, { lastEnd: two })
    const token = sample.sampleToken(5, "k9", { expiresAt: three })
    yield* transact(calls.credentials((store) => store.putToken(token, noon)))
    yield* expectAnswer(
      "the token",
      Effect.map(calls.credentials((store) => store.findToken(token.digest)), (found) => found?.token),
      token
    )
    yield* transact(calls.credentials((store) => store.putUse("k9", four)))
    yield* expectAnswer("the use of the key", calls.credentials((store) => store.findUses(["k9"])), [{ keyId: "k9", usedAt: four }])
    yield* transact(calls.agendas((store) => store.setClock(1, { changedAt: four })))
    yield* expectAnswer("the clock", transact(calls.agendas((store) => store.lock(1))), { changedAt: four })
  }),
  demand("number.kept.coordinates", "wire.md §5, Locations", "coordinates are kept as they are, with more than six decimals")(function*() {
    yield* filled
    yield* keep.location({ latitude: 48.390_394_123_456_7, longitude: -4.486_075_999_999_9 })
    yield* keep.location({ latitude: -89.999_999_999_9, longitude: 179.999_999_999_9 })
    yield* keep.location({ latitude: 1e-9, longitude: -1e-9 })
  }),
  demand(
    "agenda.remove.keeps",
    "AgendaStore.remove",
    "the events, removed events, locations, members, invitations and webhooks of a removed agenda stay until they are removed themselves"
  )(function*() {
    const location = sample.sampleLocation(5, 1)
    const event = sample.sampleEvent(3, { locationUid: 5, contributorUid: 7 })
    yield* fill({
      agendas: [sample.sampleAgenda(1)],
      users: [sample.sampleUser(7)],
      locations: [location],
      events: [event],
      tombstones: [sample.sampleTombstone(4)]
    })
    yield* transact(Effect.gen(function*() {
      yield* calls.members((store) => store.put(sample.sampleMember(8, 7)))
      yield* calls.invitations((store) => store.put(sample.sampleInvitation(7)))
      yield* calls.webhooks((store) => store.put(sample.sampleWebhook(6)))
      yield* calls.agendas((store) => Effect.zipRight(store.lock(1), store.remove(1)))
    }))
    yield* expectAnswer("the event", calls.events((store) => store.find(1, { _tag: "Uid", uid: 3 })), event.record)
    yield* expectAnswer("what is counted", calls.removals((store) => store.count(1)), { events: 1, tombstones: 1 })
    yield* expectAnswer("the location", calls.locations((store) => store.find(5)), location.record)
    yield* expectAnswer("the member", calls.members((store) => store.find(8)), sample.sampleMember(8, 7))
    yield* expectAnswer("the invitation", calls.invitations((store) => store.find("invitation7")), sample.sampleInvitation(7))
    yield* expectAnswer("the webhook", calls.webhooks((store) => store.find("webhook6")), sample.sampleWebhook(6))
  }),
  demand(
    "user.remove.keeps",
    "UserStore.remove",
    "the memberships, keys and events of a removed user stay until they are changed themselves"
  )(function*() {
    const event = sample.sampleEvent(3, { contributorUid: 7 })
    const key = sample.sampleKey("k7", 7, { ownerUid: 7 })
    yield* fill({ agendas: [sample.sampleAgenda(1)], users: [sample.sampleUser(7)], events: [event] })
    yield* transact(calls.members((store) => store.put(sample.sampleMember(8, 7))))
    yield* transact(calls.credentials((store) => store.put(key)))
    yield* transact(calls.users((store) => store.remove(7)))
    yield* expectAnswer("the member", calls.members((store) => store.find(8)), sample.sampleMember(8, 7))
    yield* expectAnswer("the key", calls.credentials((store) => store.find("k7")), key)
    yield* expectAnswer("the event", calls.events((store) => store.find(1, { _tag: "Uid", uid: 3 })), event.record)
  }),
  demand("agenda.clock.unknown", "AgendaStore.setClock", "`setClock` of no agenda does nothing: an agenda that is made later begins at 0")(
    function*() {
      yield* transact(calls.agendas((store) => store.setClock(9, { changedAt: noon + day })))
      yield* expectAnswer("without an agenda", transact(calls.agendas((store) => store.lock(9))), null)
      yield* transact(calls.agendas((store) => store.put(sample.sampleAgenda(9))))
      yield* expectAnswer("with one", transact(calls.agendas((store) => store.lock(9))), { changedAt: 0 })
    }
  ),
  demand(
    "invitation.secret.first",
    "InvitationStore.secret",
    "on one connection, too, `secret` stores the first candidate and returns it ever after"
  )(function*() {
    const ask = (candidate: string) => transact(calls.invitations((store) => store.secret(candidate)))
    yield* expectAnswer("the first", ask("a"), "a")
    yield* expectAnswer("the second", ask("b"), "a")
  })
]
