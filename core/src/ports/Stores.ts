import type { AgendaStore } from "./AgendaStore.js"
import type { CredentialStore } from "./CredentialStore.js"
import type { EventStore } from "./EventStore.js"
import type { GeocodingQueue } from "./GeocodingQueue.js"
import type { IdempotencyStore } from "./IdempotencyStore.js"
import type { ImageRecordStore } from "./ImageRecordStore.js"
import type { InvitationStore } from "./InvitationStore.js"
import type { LocationSetStore } from "./LocationSetStore.js"
import type { LocationStore } from "./LocationStore.js"
import type { MemberStore } from "./MemberStore.js"
import type { NetworkStore } from "./NetworkStore.js"
import type { RevisionStore } from "./RevisionStore.js"
import type { Transaction } from "./Transaction.js"
import type { UserStore } from "./UserStore.js"

/** All services that a storage adapter provides. */
export type Stores =
  | AgendaStore
  | IdempotencyStore
  | CredentialStore
  | EventStore
  | GeocodingQueue
  | ImageRecordStore
  | InvitationStore
  | LocationSetStore
  | LocationStore
  | MemberStore
  | NetworkStore
  | RevisionStore
  | Transaction
  | UserStore
