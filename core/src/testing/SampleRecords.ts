import { indexLocation } from "../derive/indexLocation.js"
import { foldText } from "../domain/foldText.js"
import { foldWords } from "../domain/foldWords.js"
import type { Interval, Slot } from "../domain/Timing.js"
import type { IndexedEvent, IndexedLocation } from "../query/PlanData.js"
import type { AgendaRecord } from "../record/AgendaRecord.js"
import type { KeyRecord, TokenRecord } from "../record/CredentialRecord.js"
import type { EventIndex, EventRecord, EventTerm, Tombstone, Withdrawal } from "../record/EventRecord.js"
import type { InvitationRecord } from "../record/InvitationRecord.js"
import type { LocationIndex, LocationRecord } from "../record/LocationRecord.js"
import type { MemberRecord } from "../record/MemberRecord.js"
import type { SearchDocument } from "../record/SearchDocument.js"
import type { UserRecord } from "../record/UserRecord.js"

/** 2031-05-05T12:00:00Z in epoch milliseconds: the *now* of the samples, far from any clock that a test runs under. */
export const noon = 1_935_748_800_000

/** An hour in milliseconds. */
export const hour = 3_600_000

/** A day of 24 hours in milliseconds. */
export const day = 24 * hour

/** The interval that begins so many hours after `noon` (before it, when negative) and lasts so many. */
export const interval = (hours: number, lasting = 1): Interval => ({ begin: noon + hours * hour, end: noon + (hours + lasting) * hour })

/** A user account with everything set; what is given replaces it. */
export const sampleUser = (uid: number, given: Partial<UserRecord> = {}): UserRecord => ({
  uid,
  email: `user${uid}@example.org`,
  name: `User ${uid}`,
  createdAt: noon - 30 * day,
  ...given
})

/** A public, indexed agenda. */
export const sampleAgenda = (uid: number, given: Partial<AgendaRecord> = {}): AgendaRecord => ({
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
  ...given
})

/** A location with its index. The index follows from the record. */
export const sampleLocation = (
  uid: number,
  agendaUid: number,
  given: Partial<LocationRecord> = {},
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
    ...given
  }
  return { record, index: { ...indexLocation({ ...record, extIds: [] }), ...index } }
}

/** The slots of these intervals, with ids that follow their place. */
export const sampleSlots = (intervals: ReadonlyArray<Interval>): ReadonlyArray<Slot> =>
  intervals.map(({ begin, end }, place) => ({ id: `s${String(place).padStart(4, "0")}`, begin, end }))

/** What of a sample event may be chosen: anything but what follows from its slots, and what is indexed of it. */
export interface SampleEvent extends Partial<Omit<EventRecord, "availability" | "first" | "last" | "slots" | "uid">>, Partial<EventIndex> {
  /** `EventRecord.availability`; `availability` is that of the index. */
  readonly rows?: string
  /** In order, not overlapping, at least one. Default: the hour after `noon`. */
  readonly at?: ReadonlyArray<Interval>
  /** As they are spelled. */
  readonly keywords?: ReadonlyArray<string>
}

/** The terms of these keywords. */
const keywordTerms = (keywords: ReadonlyArray<string>): ReadonlyArray<EventTerm> =>
  keywords.map((spelling) => ({ dimension: "keyword", value: foldText(spelling), spelling }))

const wordless: SearchDocument = { languages: [], title: "", keywords: "", description: "", longDescription: "" }

const untimed: Interval = { begin: noon, end: noon + hour }

/** A published online event of agenda 1 with its index; `first`, `last` and the slots follow from `at`. */
export const sampleEvent = (
  uid: number,
  {
    age = null,
    at = [untimed],
    availability = [],
    keywords = [],
    numbers = [],
    rows = "{}",
    search = wordless,
    terms = [],
    words,
    ...given
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
    ...given
  },
  index: {
    terms: [...keywordTerms(keywords), ...terms],
    numbers,
    age,
    words: words ?? [...new Set(keywords.flatMap(foldWords))],
    search,
    availability
  }
})

/** What is left of an event of agenda 1 for everybody. */
export const sampleTombstone = (uid: number, given: Partial<Tombstone> = {}): Tombstone => ({
  agendaUid: 1,
  uid,
  audience: "public",
  removedAt: noon - day,
  ...given
})

/** What calendars need of an event that had one slot. */
export const sampleWithdrawal = (uid: number, given: Partial<Withdrawal> = {}): Withdrawal => ({
  slug: `event-${uid}`,
  version: 2,
  slots: JSON.stringify([{ id: "slot1", begin: noon + day, end: noon + day + hour }]),
  lastEnd: noon + day + hour,
  ...given
})

/** A contributor of agenda 1. */
export const sampleMember = (uid: number, userUid: number, given: Partial<MemberRecord> = {}): MemberRecord => ({
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
  ...given
})

/** An invitation of user `place` to agenda 1, whose mail is to be sent. */
export const sampleInvitation = (place: number, given: Partial<InvitationRecord> = {}): InvitationRecord => ({
  id: `invitation${place}`,
  agendaUid: 1,
  email: `user${place}@example.org`,
  role: "contributor",
  message: "",
  messageId: `<${place}@example.org>`,
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
  ...given
})

/** 64 hexadecimal digits that follow from a number, in the place of a SHA-256. */
export const sampleDigest = (seed: number): string => seed.toString(16).padStart(64, "0")

/** A public key without owner. */
export const sampleKey = (id: string, seed: number, given: Partial<KeyRecord> = {}): KeyRecord => ({
  id,
  kind: "public",
  digest: sampleDigest(seed),
  ownerUid: null,
  agendaUids: null,
  operations: null,
  createdAt: noon - 2 * day,
  expiresAt: null,
  revokedAt: null,
  ...given
})

/** A token bought with a key, good for an hour from `noon` on. */
export const sampleToken = (seed: number, keyId: string, given: Partial<TokenRecord> = {}): TokenRecord => ({
  digest: sampleDigest(seed),
  keyId,
  expiresAt: noon + hour,
  ...given
})
