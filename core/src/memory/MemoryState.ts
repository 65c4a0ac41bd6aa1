import * as HashMap from "effect/HashMap"
import type { IndexedEvent, IndexedLocation, PlanData } from "../query/event/PlanData.js"
import type { FormerPosition } from "../query/location/LocationPlan.js"
import type { AgendaClock, AgendaRecord, NetworkRecord } from "../record/AgendaRecord.js"
import type { KeyRecord, TokenRecord } from "../record/CredentialRecord.js"
import type { Tombstone, Withdrawal } from "../record/EventRecord.js"
import type { GeocodingEntry } from "../record/GeocodingEntry.js"
import type { IdempotencyRecord } from "../record/IdempotencyRecord.js"
import type { ImageRecord } from "../record/ImageRecord.js"
import type { InvitationRecord } from "../record/InvitationRecord.js"
import type { LocationSetRecord } from "../record/LocationRecord.js"
import type { MemberRecord, UserRecord } from "../record/MemberRecord.js"
import type { StateChange } from "../record/StateChange.js"

/** The whole content of a memory database: one immutable value, so that a transaction can change its own copy. */
export interface MemoryState {
  readonly agendas: HashMap.HashMap<number, AgendaRecord>
  readonly clocks: HashMap.HashMap<number, AgendaClock>
  /** Removed agendas that may still have data. */
  readonly removedAgendas: ReadonlyArray<number>
  readonly events: HashMap.HashMap<number, IndexedEvent>
  /** By event uid, oldest first. */
  readonly stateChanges: HashMap.HashMap<number, ReadonlyArray<StateChange>>
  /** By `tombstoneKey`. */
  readonly tombstones: HashMap.HashMap<string, { readonly tombstone: Tombstone; readonly withdrawal: Withdrawal | null }>
  readonly locations: HashMap.HashMap<number, IndexedLocation>
  /** Oldest first. */
  readonly formerPositions: ReadonlyArray<FormerPosition>
  /** By location uid. */
  readonly geocodingQueue: HashMap.HashMap<number, GeocodingEntry>
  /** When the geocoder may be asked next, epoch milliseconds. */
  readonly geocodingTurn: number
  readonly locationSets: HashMap.HashMap<number, LocationSetRecord>
  /** By id. */
  readonly invitations: HashMap.HashMap<string, InvitationRecord>
  /** HMAC secret of invitation links; null before its first use. */
  readonly invitationSecret: string | null
  /** By name. */
  readonly images: HashMap.HashMap<string, ImageRecord>
  /** Image names by user. */
  readonly imageUses: HashMap.HashMap<string, ReadonlyArray<string>>
  readonly members: HashMap.HashMap<number, MemberRecord>
  readonly networks: HashMap.HashMap<number, NetworkRecord>
  readonly users: HashMap.HashMap<number, UserRecord>
  /** By topic. */
  readonly revisions: HashMap.HashMap<string, number>
  /** By id. */
  readonly keys: HashMap.HashMap<string, KeyRecord>
  /** Last use of each key by its id, epoch milliseconds. */
  readonly keyUses: HashMap.HashMap<string, number>
  /** By digest. */
  readonly tokens: HashMap.HashMap<string, TokenRecord>
  /** By `idempotencyRecordKey`. */
  readonly idempotencyRecords: HashMap.HashMap<string, IdempotencyRecord>
}

/** The empty state. */
export const emptyState: MemoryState = {
  agendas: HashMap.empty(),
  clocks: HashMap.empty(),
  removedAgendas: [],
  events: HashMap.empty(),
  stateChanges: HashMap.empty(),
  tombstones: HashMap.empty(),
  locations: HashMap.empty(),
  formerPositions: [],
  geocodingQueue: HashMap.empty(),
  geocodingTurn: 0,
  locationSets: HashMap.empty(),
  invitations: HashMap.empty(),
  invitationSecret: null,
  images: HashMap.empty(),
  imageUses: HashMap.empty(),
  members: HashMap.empty(),
  networks: HashMap.empty(),
  users: HashMap.empty(),
  revisions: HashMap.empty(),
  keys: HashMap.empty(),
  keyUses: HashMap.empty(),
  tokens: HashMap.empty(),
  idempotencyRecords: HashMap.empty()
}

/** The map key of a tombstone: one per agenda, event and audience. */
export const tombstoneKey = ({ agendaUid, audience, uid }: Omit<Tombstone, "removedAt">): string => `${agendaUid}/${uid}/${audience}`

/**
 * The map key of an idempotency record: one per API key and idempotency key. The id of an API key contains no space.
 */
export const idempotencyRecordKey = ({ keyId, name }: Pick<IdempotencyRecord, "keyId" | "name">): string => `${keyId} ${name}`

/** The records that plans are evaluated over. */
export const planData = (state: MemoryState): PlanData => ({
  agendas: HashMap.toValues(state.agendas),
  events: HashMap.toValues(state.events),
  tombstones: HashMap.toValues(state.tombstones).map(({ tombstone }) => tombstone),
  locations: HashMap.toValues(state.locations)
})

/** Keyset pagination: the values whose key is greater than `after`, ordered by key; at most `limit`. */
export const page = <A, K extends number | string>(
  values: Iterable<A>,
  keyOf: (value: A) => K,
  after: K,
  limit: number
): ReadonlyArray<A> =>
  Array.from(values)
    .filter((value) => keyOf(value) > after)
    .sort((left, right) => keyOf(left) < keyOf(right) ? -1 : 1)
    .slice(0, limit)
