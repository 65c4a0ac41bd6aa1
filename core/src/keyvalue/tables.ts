import type { LogFloors } from "../ports/change/ChangeStore.js"
import type { IndexedEvent, IndexedLocation } from "../query/event/PlanData.js"
import type { FormerPosition } from "../query/location/LocationPlan.js"
import type { AgendaClock, AgendaRecord, NetworkRecord } from "../record/AgendaRecord.js"
import type { ChangePlace, ChangeRecord } from "../record/ChangeRecord.js"
import type { ConsumerPlace, ConsumerRecord, ParkedChange } from "../record/ConsumerRecord.js"
import type { KeyRecord, TokenRecord } from "../record/CredentialRecord.js"
import type { Tombstone, Withdrawal } from "../record/EventRecord.js"
import type { GeocodingEntry } from "../record/GeocodingEntry.js"
import type { IdempotencyRecord } from "../record/IdempotencyRecord.js"
import type { ImageRecord } from "../record/ImageRecord.js"
import type { InvitationRecord } from "../record/InvitationRecord.js"
import type { LocationSetRecord } from "../record/LocationRecord.js"
import type { MemberRecord, UserRecord } from "../record/MemberRecord.js"
import type { StateChange } from "../record/StateChange.js"
import type { DeliveryRecord, WebhookRecord } from "../record/WebhookRecord.js"
import type { Part, Table } from "./Table.js"

const byUid = ({ uid }: { readonly uid: number }): Part => uid

/** Agendas. */
export const agendas: Table<AgendaRecord> = {
  name: "agenda",
  keyOf: byUid,
  unique: ({ slug }) => [["slug", slug]],
  conflict: "an agenda with this slug exists"
}

/** Clocks of agendas, by agenda. */
export const clocks: Table<AgendaClock & { readonly uid: number }> = { name: "clock", keyOf: byUid }

/** Removed agendas that may still have data. */
export const removedAgendas: Table<{ readonly uid: number }> = { name: "removed agenda", keyOf: byUid }

/** Networks. */
export const networks: Table<NetworkRecord> = { name: "network", keyOf: byUid }

/** Location sets. */
export const locationSets: Table<LocationSetRecord> = { name: "location set", keyOf: byUid }

/** Users. */
export const users: Table<UserRecord> = {
  name: "user",
  keyOf: byUid,
  unique: ({ email, hostId }) => [["email", email], ...hostId === null ? [] : [["host", hostId]]],
  conflict: "a user with this address or this id of the host exists"
}

/** Memberships. */
export const members: Table<MemberRecord> = {
  name: "member",
  keyOf: byUid,
  unique: ({ agendaUid, userUid }) => [["user", agendaUid, userUid]],
  conflict: "this user is a member of this agenda",
  listed: ({ agendaUid, userUid }) => [["agenda", agendaUid], ["user", userUid]]
}

/** Invitations. */
export const invitations: Table<InvitationRecord> = {
  name: "invitation",
  keyOf: ({ id }) => id,
  unique: ({ agendaUid, email }) => [["email", agendaUid, email]],
  conflict: "this address is invited to this agenda",
  listed: ({ agendaUid, dueAt, status }) => [["agenda", agendaUid], ...status === "pending" ? [["due", dueAt]] : []]
}

/** Webhooks. */
export const webhooks: Table<WebhookRecord> = {
  name: "webhook",
  keyOf: ({ id }) => id,
  listed: ({ agendaUid, createdAt, dueAt, isNoticeDue, state }) => [
    ["agenda", agendaUid, createdAt],
    ...state === "active" || isNoticeDue ? [["due", dueAt]] : [],
    ...state === "disabled" ? [["disabled"]] : []
  ]
}

/** The key of a delivery. The id of a webhook contains no space. */
export const deliveryKey = ({ id, webhookId }: Pick<DeliveryRecord, "id" | "webhookId">): string => `${webhookId} ${id}`

/** Deliveries of webhooks. */
export const deliveries: Table<DeliveryRecord> = {
  name: "delivery",
  keyOf: deliveryKey,
  listed: ({ at, webhookId }) => [["webhook", webhookId, at]]
}

/** API keys. */
export const keys: Table<KeyRecord> = { name: "key", keyOf: ({ id }) => id, unique: ({ digest }) => [["digest", digest]] }

/** Last uses of API keys, by key. */
export const keyUses: Table<{ readonly keyId: string; readonly usedAt: number }> = { name: "key use", keyOf: ({ keyId }) => keyId }

/** Access tokens. */
export const tokens: Table<TokenRecord> = {
  name: "token",
  keyOf: ({ digest }) => digest,
  listed: ({ expiresAt }) => [["expiry", expiresAt]]
}

/** The key of an idempotency record. The id of an API key contains no space. */
export const idempotencyKey = (keyId: string, name: string): string => `${keyId} ${name}`

/** Responses to idempotent writes. */
export const idempotencyRecords: Table<IdempotencyRecord> = {
  name: "idempotency",
  keyOf: ({ keyId, name }) => idempotencyKey(keyId, name),
  listed: ({ expiresAt }) => [["expiry", expiresAt]]
}

/** Image records. */
export const images: Table<ImageRecord> = {
  name: "image",
  keyOf: ({ name }) => name,
  listed: ({ digest, state, unusedSince }) => [
    ...state === "stored" && digest !== null ? [["digest", digest]] : [],
    ...unusedSince === null ? [] : [["unused", unusedSince]]
  ]
}

/** The images that a user uses, by user. */
export const imageUses: Table<{ readonly user: string; readonly names: ReadonlyArray<string> }> = {
  name: "image use",
  keyOf: ({ user }) => user,
  listed: ({ names }) => names.map((name) => ["image", name])
}

/** Locations. An external id is unique in the agenda and in the location set. */
export const locations: Table<IndexedLocation> = {
  name: "location",
  keyOf: ({ record }) => record.uid,
  unique: ({ index, record: { agendaUid, setUid } }) =>
    index.extIds.flatMap(({ key, value }) => [
      ["agenda", agendaUid, key, value],
      ...setUid === null ? [] : [["set", setUid, key, value]]
    ]),
  conflict: "a location of this agenda or its set has this external identifier",
  listed: ({ record: { agendaUid, setUid } }) => [["agenda", agendaUid], ...setUid === null ? [] : [["set", setUid]]]
}

/** Former positions, by the number of their addition. */
export const formerPositions: Table<{ readonly number: number; readonly position: FormerPosition }> = {
  name: "former position",
  keyOf: ({ number }) => number,
  listed: ({ position: { leftAt, uid } }) => [["location", uid], ["left", leftAt]]
}

/** Locations that wait for the geocoder, by location. */
export const geocoding: Table<GeocodingEntry> = {
  name: "geocoding",
  keyOf: ({ locationUid }) => locationUid,
  listed: ({ dueAt }) => [["due", dueAt]]
}

/** Events. */
export const events: Table<IndexedEvent> = {
  name: "event",
  keyOf: ({ record }) => record.uid,
  unique: ({ record: { agendaUid, extIds, slug } }) => [
    ["slug", slug],
    ...extIds.map(({ key, value }) => ["external id", agendaUid, key, value])
  ],
  conflict: "an event with this slug or this external identifier exists",
  listed: ({ record: { agendaUid, contributorUid, locationUid } }) => [
    ["agenda", agendaUid],
    ...locationUid === null ? [] : [["location", locationUid]],
    ...contributorUid === null ? [] : [["contributor", contributorUid]]
  ]
}

/** The state changes of an event, oldest first. */
export const histories: Table<{ readonly uid: number; readonly changes: ReadonlyArray<StateChange> }> = { name: "history", keyOf: byUid }

/** A tombstone with its withdrawal. */
export interface Buried {
  readonly tombstone: Tombstone
  readonly withdrawal: Withdrawal | null
}

/** The key of a tombstone: one per agenda, event and audience. */
export const tombstoneKey = ({ agendaUid, audience, uid }: Omit<Tombstone, "removedAt">): string => `${agendaUid}/${uid}/${audience}`

/** Tombstones. */
export const tombstones: Table<Buried> = {
  name: "tombstone",
  keyOf: ({ tombstone }) => tombstoneKey(tombstone),
  listed: ({ tombstone: { agendaUid, audience, uid } }) => [["agenda", agendaUid], ["event", uid], ["audience", audience]]
}

/** The key of a change. */
export const changeKey = ({ agendaUid, ordinal, position }: ChangePlace & Pick<ChangeRecord, "agendaUid">): string =>
  `${agendaUid}:${position}:${ordinal}`

/** The log of every agenda, in order. */
export const changes: Table<ChangeRecord> = {
  name: "change",
  keyOf: changeKey,
  listed: ({ agendaUid, ordinal, position }) => [["log", agendaUid, position, ordinal], ["latest", agendaUid, 0 - position, 0 - ordinal]]
}

/** What was deleted from the logs, by agenda. */
export const logFloors: Table<LogFloors & { readonly agendaUid: number }> = { name: "log floor", keyOf: ({ agendaUid }) => agendaUid }

/** Consumers of changes. */
export const consumers: Table<ConsumerRecord> = { name: "consumer", keyOf: ({ name }) => name }

/** The key of a place. The name of a consumer contains no space. */
export const placeKey = ({ agendaUid, consumer }: Pick<ConsumerPlace, "agendaUid" | "consumer">): string => `${consumer} ${agendaUid}`

/** The places of consumers. */
export const consumerPlaces: Table<ConsumerPlace> = {
  name: "consumer place",
  keyOf: placeKey,
  listed: ({ agendaUid, consumer }) => [["consumer", consumer, agendaUid], ["agenda", agendaUid]]
}

/** The key of a parked change. */
export const parkedKey = (consumer: string, place: ChangePlace & Pick<ChangeRecord, "agendaUid">): string =>
  `${consumer} ${changeKey(place)}`

/** The changes that consumers could not handle. */
export const parkedChanges: Table<ParkedChange> = {
  name: "parked change",
  keyOf: ({ change, consumer }) => parkedKey(consumer, change),
  listed: ({ change: { agendaUid, ordinal, position }, consumer }) => [
    ["consumer", consumer, agendaUid, position, ordinal],
    ["agenda", agendaUid]
  ]
}
