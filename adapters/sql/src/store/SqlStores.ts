import { AgendaStore } from "@agenda-engine/core/ports/AgendaStore"
import { ChangeStore } from "@agenda-engine/core/ports/change/ChangeStore"
import { ConsumerStore } from "@agenda-engine/core/ports/change/ConsumerStore"
import { CredentialStore } from "@agenda-engine/core/ports/CredentialStore"
import { EventHistory } from "@agenda-engine/core/ports/event/EventHistory"
import { EventSearch } from "@agenda-engine/core/ports/event/EventSearch"
import { EventStore } from "@agenda-engine/core/ports/event/EventStore"
import { TombstoneStore } from "@agenda-engine/core/ports/event/TombstoneStore"
import { GeocodingQueue } from "@agenda-engine/core/ports/GeocodingQueue"
import { HostStatementError, HostStatements } from "@agenda-engine/core/ports/host/HostStatements"
import { RateCounts } from "@agenda-engine/core/ports/host/RateCounts"
import { ReadCopies } from "@agenda-engine/core/ports/host/ReadCopies"
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
import { WebhookStore } from "@agenda-engine/core/ports/webhook/WebhookStore"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type { SqlDatabase } from "../database/SqlDatabase.js"
import { readRevisions, revisionsFrom } from "../read/readRevisions.js"
import { type Copies, noCopies } from "../read/searchCopy.js"
import { makeCredentialStore, makeMemberStore, makeUserStore } from "./SqlAccountStores.js"
import { makeAgendaStore, makeNetworkStore } from "./SqlAgendaStore.js"
import { makeChangeStore } from "./SqlChangeStore.js"
import { makeConsumerStore } from "./SqlConsumerStore.js"
import { makeEventHistory, makeEventSearch, makeEventStore, makeTombstoneStore } from "./SqlEventStore.js"
import { makeIdempotencyStore } from "./SqlIdempotencyStore.js"
import { makeImageRecordStore } from "./SqlImageRecordStore.js"
import { makeInvitationStore } from "./SqlInvitationStore.js"
import { makeGeocodingQueue, makeLocationSetStore, makeLocationStore } from "./SqlLocationStore.js"
import { makeRateCounts } from "./SqlRateCounts.js"
import { makeRemovalStore } from "./SqlRemovalStore.js"
import { makeWebhookStore } from "./SqlWebhookStore.js"

const columns = { topic: "text" } as const

const makeRevisionStore = (database: SqlDatabase): Context.Tag.Service<RevisionStore> => {
  const { writeUnchecked: change, dialect, read, sql } = database
  const operation = "RevisionStore.read"
  return {
    read: (topics) => read(operation, readRevisions(database, operation, topics)),
    // The WHERE keeps SQLite from parsing ON CONFLICT as a join condition.
    bump: (topics) =>
      change(
        "RevisionStore.bump",
        Effect.flatMap(
          sql`INSERT INTO agenda_revision (topic, revision) SELECT topic, 1 FROM ${
            dialect.rows(sql, columns, JSON.stringify(topics.map((topic) => ({ topic }))))
          } WHERE 1 = 1 ON CONFLICT (topic) DO UPDATE SET revision = agenda_revision.revision + 1 RETURNING topic, revision`,
          (rows) => revisionsFrom("RevisionStore.bump", rows, topics)
        )
      ),
    raise: (topic, revision) =>
      change(
        "RevisionStore.raise",
        Effect.asVoid(
          sql`INSERT INTO agenda_revision (topic, revision) VALUES (${topic}, ${revision}) ON CONFLICT (topic) DO UPDATE SET revision = excluded.revision WHERE agenda_revision.revision < excluded.revision`
        )
      )
  }
}

const makeHostStatements = ({ sql }: SqlDatabase): Context.Tag.Service<HostStatements> => ({
  run: (text, parameters) =>
    Effect.mapError(sql.unsafe(text, parameters), (error) => new HostStatementError({ cause: error.cause ?? error }))
})

/**
 * All store ports over one database, statements of its host, and counts that its processes share. Searches read the
 * copies, too.
 */
export const make = (database: SqlDatabase, copies: Copies = noCopies): Context.Context<Stores | HostStatements> =>
  Context.make(Transaction, {
    run: database.run,
    snapshot: database.readTogether,
    isActive: database.isInTransaction,
    ...(database.dialect.joinsStatements ? { sendsAhead: database.sendsAhead } : {})
  }).pipe(
    Context.add(AgendaStore, makeAgendaStore(database)),
    Context.merge(Context.add(Context.make(ChangeStore, makeChangeStore(database)), ConsumerStore, makeConsumerStore(database))),
    Context.merge(
      Context.make(HostStatements, makeHostStatements(database)).pipe(
        Context.add(RateCounts, makeRateCounts(database)),
        Context.add(ReadCopies, copies.states)
      )
    ),
    Context.add(IdempotencyStore, makeIdempotencyStore(database)),
    Context.add(CredentialStore, makeCredentialStore(database)),
    Context.add(EventHistory, makeEventHistory(database)),
    Context.add(EventSearch, makeEventSearch(database, copies)),
    Context.add(EventStore, makeEventStore(database)),
    Context.add(GeocodingQueue, makeGeocodingQueue(database)),
    Context.add(ImageRecordStore, makeImageRecordStore(database)),
    Context.add(InvitationStore, makeInvitationStore(database)),
    Context.add(LocationSetStore, makeLocationSetStore(database)),
    Context.add(LocationStore, makeLocationStore(database)),
    Context.add(MemberStore, makeMemberStore(database)),
    Context.add(NetworkStore, makeNetworkStore(database)),
    Context.add(RemovalStore, makeRemovalStore(database)),
    Context.add(RevisionStore, makeRevisionStore(database)),
    Context.add(TombstoneStore, makeTombstoneStore(database)),
    Context.add(UserStore, makeUserStore(database)),
    Context.add(WebhookStore, makeWebhookStore(database))
  )
