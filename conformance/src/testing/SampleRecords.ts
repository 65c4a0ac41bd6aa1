import { indexLocation } from "@agenda-engine/core/derive/indexing/indexLocation"
import type { Interval, Slot } from "@agenda-engine/core/domain/event/Timing"
import { foldText } from "@agenda-engine/core/domain/text/foldText"
import type { IndexedEvent, IndexedLocation } from "@agenda-engine/core/query/event/PlanData"
import type { AgendaRecord, NetworkRecord } from "@agenda-engine/core/record/AgendaRecord"
import { logStart } from "@agenda-engine/core/record/ChangeRecord"
import type { KeyRecord, TokenRecord } from "@agenda-engine/core/record/CredentialRecord"
import type { EventIndex, EventRecord, EventTerm, Tombstone, Withdrawal } from "@agenda-engine/core/record/EventRecord"
import type { IdempotencyRecord } from "@agenda-engine/core/record/IdempotencyRecord"
import type { InvitationRecord } from "@agenda-engine/core/record/InvitationRecord"
import type { LocationIndex, LocationRecord, LocationSetRecord } from "@agenda-engine/core/record/LocationRecord"
import type { MemberRecord, UserRecord } from "@agenda-engine/core/record/MemberRecord"
import type { SearchDocument } from "@agenda-engine/core/record/SearchDocument"
import type { WebhookRecord } from "@agenda-engine/core/record/WebhookRecord"
import { type KeyWord, wordKeys } from "@agenda-engine/core/search/wordKeys"

/** 2031-05-05T12:00:00Z in epoch milliseconds: the current time of the samples, far from the clock of any test run. */
export const noon = 1_935_748_800_000

/** An hour in milliseconds. */
export const hour = 3_600_000

/** A day of 24 hours in milliseconds. */
export const day = 24 * hour

/** An interval that starts this number of hours after `noon` (negative: before) and lasts `lasting` hours. */
export const interval = (hours: number, lasting = 1): Interval => ({ begin: noon + hours * hour, end: noon + (hours + lasting) * hour })

/** A user account; `overrides` replace its properties. */
export const sampleUser = (uid: number, overrides: Partial<UserRecord> = {}): UserRecord => ({
  uid,
  email: `user${uid}@example.org`,
  name: `User ${uid}`,
  hostId: null,
  createdAt: noon - 30 * day,
  ...overrides
})

/** A public, indexed agenda. */
export const sampleAgenda = (uid: number, overrides: Partial<AgendaRecord> = {}): AgendaRecord => ({
  uid,
  slug: `agenda-${uid}`,
  title: `Agenda ${uid}`,
  titleFolded: `agenda ${uid}`,
  description: "What is on",
  image: null,
  url: null,
  official: false,
  private: false,
  indexed: true,
  networkUid: null,
  locationSetUid: null,
  settings: "{}",
  fields: "[]",
  createdAt: noon - 20 * day,
  updatedAt: noon - 20 * day,
  officializedAt: null,
  ...overrides
})

/** A location with its index, which is derived from the record. */
export const sampleLocation = (
  uid: number,
  agendaUid: number,
  overrides: Partial<LocationRecord> = {},
  index: Partial<LocationIndex> = {}
): IndexedLocation => {
  const record: LocationRecord = {
    uid,
    agendaUid,
    setUid: null,
    slug: `location-${uid}`,
    name: `Hall ${uid}`,
    address: `${uid} Market Street`,
    adminLevel1: "Bretagne",
    adminLevel2: "Finistère",
    adminLevel3: null,
    adminLevel4: "Brest",
    adminLevel5: null,
    adminLevel6: null,
    postalCode: "29200",
    countryCode: "FR",
    latitude: 48.390394,
    longitude: -4.486076,
    timezone: "Europe/Paris",
    state: 1,
    createdAt: noon - 10 * day,
    updatedAt: noon - 10 * day,
    detail: "{}",
    ...overrides
  }
  return { record, index: { ...indexLocation({ ...record, extIds: [] }), ...index } }
}

/** The slots of these intervals, with ids by array index. */
const sampleSlots = (intervals: ReadonlyArray<Interval>): ReadonlyArray<Slot> =>
  intervals.map(({ begin, end }, index) => ({ id: `s${String(index).padStart(4, "0")}`, begin, end }))

/** The overridable properties of a sample event and its index. The rest is derived from its slots. */
export interface SampleEvent extends Partial<Omit<EventRecord, "availability" | "first" | "last" | "slots" | "uid">>, Partial<EventIndex> {
  /** `EventRecord.availability`; `availability` is `EventIndex.availability`. */
  readonly rows?: string
  /** Ordered, not overlapping, at least one. Default: the hour after `noon`. */
  readonly at?: ReadonlyArray<Interval>
  /** Unfolded. */
  readonly keywords?: ReadonlyArray<string>
}

/** The index terms of these keywords. */
const keywordTerms = (keywords: ReadonlyArray<string>): ReadonlyArray<EventTerm> =>
  keywords.map((spelling) => ({ dimension: "keyword", value: foldText(spelling), spelling }))

const emptyDocument: SearchDocument = { languages: [], title: "", keywords: "", description: "", longDescription: "" }

const untimed: Interval = { begin: noon, end: noon + hour }

/** A published online event of agenda 1 with its index; `first`, `last` and the slots are derived from `at`. */
export const sampleEvent = (
  uid: number,
  {
    age = null,
    at = [untimed],
    availability = [],
    keywords = [],
    numbers = [],
    rows = "{}",
    search = emptyDocument,
    terms = [],
    words,
    ...overrides
  }: SampleEvent = {}
): IndexedEvent => ({
  record: {
    uid,
    agendaUid: 1,
    slug: `event-${uid}`,
    state: 2,
    featured: false,
    status: 1,
    attendanceMode: 2,
    locationUid: null,
    contributorUid: null,
    timezone: "Europe/Paris",
    createdAt: noon - 5 * day,
    updatedAt: noon - 5 * day,
    publishedAt: noon - 5 * day,
    version: 1,
    availabilityUpdatedAt: null,
    first: at[0] ?? untimed,
    last: at.at(-1) ?? untimed,
    summary: JSON.stringify({ title: { fr: `Événement ${uid}` } }),
    slots: sampleSlots(at),
    retiredSlotIds: [],
    extIds: [],
    detail: "{}",
    availability: rows,
    ...overrides
  },
  index: {
    terms: [...keywordTerms(keywords), ...terms],
    numbers,
    age,
    words: words ?? wordKeys(keywords.map((text) => ({ language: "fr", text }))),
    search,
    availability
  }
})

/** The public tombstone of an event of agenda 1. */
export const sampleTombstone = (uid: number, overrides: Partial<Tombstone> = {}): Tombstone => ({
  agendaUid: 1,
  uid,
  audience: "public",
  removedAt: noon - day,
  ...overrides
})

/** The withdrawal of an event that had one slot. */
export const sampleWithdrawal = (uid: number, overrides: Partial<Withdrawal> = {}): Withdrawal => ({
  slug: `event-${uid}`,
  version: 2,
  slots: JSON.stringify([{ id: "slot1", begin: noon + day, end: noon + day + hour }]),
  lastEnd: noon + day + hour,
  ...overrides
})

/** A contributor of agenda 1. */
export const sampleMember = (uid: number, userUid: number, overrides: Partial<MemberRecord> = {}): MemberRecord => ({
  uid,
  agendaUid: 1,
  userUid,
  role: "contributor",
  name: `Member ${uid}`,
  email: `member${uid}@example.org`,
  phone: null,
  organization: null,
  position: null,
  createdAt: noon - 3 * day,
  ...overrides
})

/** A pending invitation of user `userUid` to agenda 1. */
export const sampleInvitation = (userUid: number, overrides: Partial<InvitationRecord> = {}): InvitationRecord => ({
  id: `invitation${userUid}`,
  agendaUid: 1,
  email: `user${userUid}@example.org`,
  role: "contributor",
  message: "",
  messageId: `<${userUid}@example.org>`,
  status: "pending",
  inviterUid: null,
  createdAt: noon - day,
  expiresAt: noon + 30 * day,
  attempts: 0,
  dueAt: noon - day,
  sentAt: null,
  failure: null,
  acceptedAt: null,
  userUid: null,
  ...overrides
})

/** An active webhook of agenda 1, at the beginning of its log. */
export const sampleWebhook = (number: number, overrides: Partial<WebhookRecord> = {}): WebhookRecord => ({
  id: `webhook${number}`,
  agendaUid: 1,
  url: `https://example.org/hook/${number}`,
  kinds: [],
  detailed: false,
  state: "active",
  reason: null,
  creatorUid: null,
  createdAt: noon - day,
  secret: `secret ${number}`,
  formerSecret: null,
  formerUntil: null,
  attempts: 0,
  dueAt: noon - day,
  lastDeliveryAt: null,
  isNoticeDue: false,
  ...logStart,
  ...overrides
})

/** A fake SHA-256: 64 hexadecimal digits derived from a number. */
export const sampleDigest = (seed: number): string => seed.toString(16).padStart(64, "0")

/** A public key without owner. */
export const sampleKey = (id: string, seed: number, overrides: Partial<KeyRecord> = {}): KeyRecord => ({
  id,
  kind: "public",
  digest: sampleDigest(seed),
  ownerUid: null,
  agendaUids: null,
  operations: null,
  createdAt: noon - 2 * day,
  expiresAt: null,
  revokedAt: null,
  ...overrides
})

/** An access token of a key, valid for an hour from `noon`. */
export const sampleToken = (seed: number, keyId: string, overrides: Partial<TokenRecord> = {}): TokenRecord => ({
  digest: sampleDigest(seed),
  keyId,
  expiresAt: noon + hour,
  ...overrides
})

/** A location set. */
export const sampleLocationSet = (uid: number, overrides: Partial<LocationSetRecord> = {}): LocationSetRecord => ({
  uid,
  title: `Locations ${uid}`,
  createdAt: noon - 25 * day,
  updatedAt: noon - 25 * day,
  ...overrides
})

/** Words of an agenda or location search, each with no form but itself. */
export const sampleWords = (...words: ReadonlyArray<string>): ReadonlyArray<KeyWord> =>
  words.map((beginning) => ({ beginning, forms: [beginning] }))

/** A network without fields. */
export const sampleNetwork = (uid: number, overrides: Partial<NetworkRecord> = {}): NetworkRecord => ({
  uid,
  title: `Network ${uid}`,
  fields: "[]",
  synonyms: "[]",
  createdAt: noon - 25 * day,
  updatedAt: noon - 25 * day,
  ...overrides
})

/** A write in progress since `noon`, with a lease of ten seconds. */
export const sampleIdempotencyRecord = (keyId: string, name: string, overrides: Partial<IdempotencyRecord> = {}): IdempotencyRecord => ({
  keyId,
  name,
  fingerprint: sampleDigest(1),
  claim: "first",
  claimedUntil: noon + 10_000,
  expiresAt: noon + day,
  answer: null,
  ...overrides
})
