import * as HashMap from "effect/HashMap"
import type { IndexedEvent, IndexedLocation, PlanData } from "../query/PlanData.js"
import type { AgendaClock, AgendaRecord } from "../record/AgendaRecord.js"
import type { KeyRecord, TokenRecord } from "../record/CredentialRecord.js"
import type { Tombstone, Withdrawal } from "../record/EventRecord.js"
import type { ImageRecord } from "../record/ImageRecord.js"
import type { InvitationRecord } from "../record/InvitationRecord.js"
import type { KeptAnswer } from "../record/KeptAnswer.js"
import type { LocationSetRecord } from "../record/LocationSetRecord.js"
import type { MemberRecord } from "../record/MemberRecord.js"
import type { NetworkRecord } from "../record/NetworkRecord.js"
import type { StateChange } from "../record/StateChange.js"
import type { UserRecord } from "../record/UserRecord.js"

/** All that a memory store holds: one immutable value, so that a transaction works on its own without touching what others see. */
export interface MemoryState {
  readonly agendas: HashMap.HashMap<number, AgendaRecord>
  readonly clocks: HashMap.HashMap<number, AgendaClock>
  /** Those of which something may be left. */
  readonly removedAgendas: ReadonlyArray<number>
  readonly events: HashMap.HashMap<number, IndexedEvent>
  /** By event, oldest first. */
  readonly stateChanges: HashMap.HashMap<number, ReadonlyArray<StateChange>>
  /** By `tombstoneName`. */
  readonly tombstones: HashMap.HashMap<string, { readonly tombstone: Tombstone; readonly withdrawal: Withdrawal | null }>
  readonly locations: HashMap.HashMap<number, IndexedLocation>
  readonly locationSets: HashMap.HashMap<number, LocationSetRecord>
  /** By id. */
  readonly invitations: HashMap.HashMap<string, InvitationRecord>
  /** What links of invitations are signed with; null until there are any. */
  readonly invitationSecret: string | null
  /** By name. */
  readonly images: HashMap.HashMap<string, ImageRecord>
  /** Names of pictures, by what uses them. */
  readonly imageUses: HashMap.HashMap<string, string>
  readonly members: HashMap.HashMap<number, MemberRecord>
  readonly networks: HashMap.HashMap<number, NetworkRecord>
  readonly users: HashMap.HashMap<number, UserRecord>
  /** By topic. */
  readonly revisions: HashMap.HashMap<string, number>
  /** By id. */
  readonly keys: HashMap.HashMap<string, KeyRecord>
  /** When keys were last used, epoch milliseconds, by their id. */
  readonly keyUses: HashMap.HashMap<string, number>
  /** By digest. */
  readonly tokens: HashMap.HashMap<string, TokenRecord>
  /** By `answerName`. */
  readonly answers: HashMap.HashMap<string, KeptAnswer>
}

/** A store that holds nothing. */
export const emptyState: MemoryState = {
  agendas: HashMap.empty(),
  clocks: HashMap.empty(),
  removedAgendas: [],
  events: HashMap.empty(),
  stateChanges: HashMap.empty(),
  tombstones: HashMap.empty(),
  locations: HashMap.empty(),
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
  answers: HashMap.empty()
}

/** What a tombstone is kept under: there is one per agenda, event and audience. */
export const tombstoneName = ({ agendaUid, audience, uid }: Omit<Tombstone, "removedAt">): string => `${agendaUid}/${uid}/${audience}`

/** What an answer is kept under: there is one per key and name. No id of a key holds a space. */
export const answerName = ({ keyId, name }: Pick<KeptAnswer, "keyId" | "name">): string => `${keyId} ${name}`

/** The part of the state that plans are asked of. */
export const planData = (state: MemoryState): PlanData => ({
  agendas: HashMap.toValues(state.agendas),
  events: HashMap.toValues(state.events),
  tombstones: HashMap.toValues(state.tombstones).map(({ tombstone }) => tombstone),
  locations: HashMap.toValues(state.locations)
})
