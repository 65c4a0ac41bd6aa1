import type { AgendaStore } from "./AgendaStore.js"
import type { ChangeStore } from "./change/ChangeStore.js"
import type { ConsumerStore } from "./change/ConsumerStore.js"
import type { CredentialStore } from "./CredentialStore.js"
import type { EventHistory } from "./event/EventHistory.js"
import type { EventSearch } from "./event/EventSearch.js"
import type { EventStore } from "./event/EventStore.js"
import type { TombstoneStore } from "./event/TombstoneStore.js"
import type { GeocodingQueue } from "./GeocodingQueue.js"
import type { IdempotencyStore } from "./IdempotencyStore.js"
import type { ImageRecordStore } from "./image/ImageRecordStore.js"
import type { InvitationStore } from "./InvitationStore.js"
import type { LocationSetStore } from "./LocationSetStore.js"
import type { LocationStore } from "./LocationStore.js"
import type { MemberStore } from "./MemberStore.js"
import type { NetworkStore } from "./NetworkStore.js"
import type { RemovalStore } from "./RemovalStore.js"
import type { RevisionStore } from "./RevisionStore.js"
import type { Transaction } from "./Transaction.js"
import type { UserStore } from "./UserStore.js"
import type { WebhookStore } from "./webhook/WebhookStore.js"

/** The ports of events. */
export type EventStores = EventHistory | EventSearch | EventStore | TombstoneStore

/** All services that a storage adapter provides. */
export type Stores =
  | AgendaStore
  | ChangeStore
  | ConsumerStore
  | IdempotencyStore
  | CredentialStore
  | EventStores
  | GeocodingQueue
  | ImageRecordStore
  | InvitationStore
  | LocationSetStore
  | LocationStore
  | MemberStore
  | NetworkStore
  | RemovalStore
  | RevisionStore
  | Transaction
  | UserStore
  | WebhookStore
