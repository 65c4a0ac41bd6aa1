import { AgendaStore } from "@agenda-engine/core/ports/AgendaStore"
import { CredentialStore } from "@agenda-engine/core/ports/CredentialStore"
import { EventHistory } from "@agenda-engine/core/ports/event/EventHistory"
import { EventSearch } from "@agenda-engine/core/ports/event/EventSearch"
import { EventStore } from "@agenda-engine/core/ports/event/EventStore"
import { TombstoneStore } from "@agenda-engine/core/ports/event/TombstoneStore"
import { GeocodingQueue } from "@agenda-engine/core/ports/GeocodingQueue"
import { HostStatements } from "@agenda-engine/core/ports/host/HostStatements"
import { IdempotencyStore } from "@agenda-engine/core/ports/IdempotencyStore"
import { ImageRecordStore } from "@agenda-engine/core/ports/image/ImageRecordStore"
import { InvitationStore } from "@agenda-engine/core/ports/InvitationStore"
import { LocationSetStore } from "@agenda-engine/core/ports/LocationSetStore"
import { LocationStore } from "@agenda-engine/core/ports/LocationStore"
import { MemberStore } from "@agenda-engine/core/ports/MemberStore"
import { NetworkStore } from "@agenda-engine/core/ports/NetworkStore"
import { RemovalStore } from "@agenda-engine/core/ports/RemovalStore"
import { RevisionStore } from "@agenda-engine/core/ports/RevisionStore"
import type { Stores } from "@agenda-engine/core/ports/Stores"
import { Transaction } from "@agenda-engine/core/ports/Transaction"
import { UserStore } from "@agenda-engine/core/ports/UserStore"
import * as Context from "effect/Context"
import type { SqlDatabase } from "../database/SqlDatabase.js"
import * as SqlAgendaStore from "./SqlAgendaStore.js"
import * as SqlCredentialStore from "./SqlCredentialStore.js"
import * as SqlEventHistory from "./SqlEventHistory.js"
import * as SqlEventSearch from "./SqlEventSearch.js"
import * as SqlEventStore from "./SqlEventStore.js"
import * as SqlGeocodingQueue from "./SqlGeocodingQueue.js"
import * as SqlHostStatements from "./SqlHostStatements.js"
import * as SqlAnswerStore from "./SqlIdempotencyStore.js"
import * as SqlImageRecordStore from "./SqlImageRecordStore.js"
import * as SqlInvitationStore from "./SqlInvitationStore.js"
import * as SqlLocationSetStore from "./SqlLocationSetStore.js"
import * as SqlLocationStore from "./SqlLocationStore.js"
import * as SqlMemberStore from "./SqlMemberStore.js"
import * as SqlNetworkStore from "./SqlNetworkStore.js"
import * as SqlRemovalStore from "./SqlRemovalStore.js"
import * as SqlRevisionStore from "./SqlRevisionStore.js"
import * as SqlTombstoneStore from "./SqlTombstoneStore.js"
import * as SqlUserStore from "./SqlUserStore.js"

/** All store ports over one database, and statements of its host. */
export const make = (database: SqlDatabase): Context.Context<Stores | HostStatements> =>
  Context.make(Transaction, { run: database.run, snapshot: database.readTogether, isActive: database.isInTransaction }).pipe(
    Context.add(AgendaStore, SqlAgendaStore.make(database)),
    Context.add(HostStatements, SqlHostStatements.make(database)),
    Context.add(IdempotencyStore, SqlAnswerStore.make(database)),
    Context.add(CredentialStore, SqlCredentialStore.make(database)),
    Context.add(EventHistory, SqlEventHistory.make(database)),
    Context.add(EventSearch, SqlEventSearch.make(database)),
    Context.add(EventStore, SqlEventStore.make(database)),
    Context.add(GeocodingQueue, SqlGeocodingQueue.make(database)),
    Context.add(ImageRecordStore, SqlImageRecordStore.make(database)),
    Context.add(InvitationStore, SqlInvitationStore.make(database)),
    Context.add(LocationSetStore, SqlLocationSetStore.make(database)),
    Context.add(LocationStore, SqlLocationStore.make(database)),
    Context.add(MemberStore, SqlMemberStore.make(database)),
    Context.add(NetworkStore, SqlNetworkStore.make(database)),
    Context.add(RemovalStore, SqlRemovalStore.make(database)),
    Context.add(RevisionStore, SqlRevisionStore.make(database)),
    Context.add(TombstoneStore, SqlTombstoneStore.make(database)),
    Context.add(UserStore, SqlUserStore.make(database))
  )
