import type { StoreError } from "@agenda-engine/core/domain/EngineError"
import * as Migrations from "@agenda-engine/sql/Migrations"
import { shared, type SqlDatabase } from "@agenda-engine/sql/SqlDatabase"
import * as SqlClient from "@effect/sql/SqlClient"
import * as Effect from "effect/Effect"
import { agendaRemovals } from "./migrations/agendaRemovals.js"
import { agendas } from "./migrations/agendas.js"
import { agendaWords } from "./migrations/agendaWords.js"
import { availability } from "./migrations/availability.js"
import { countedColumns } from "./migrations/countedColumns.js"
import { countedPlaces } from "./migrations/countedPlaces.js"
import { credentials } from "./migrations/credentials.js"
import { eventHistory } from "./migrations/eventHistory.js"
import { eventIndex } from "./migrations/eventIndex.js"
import { events } from "./migrations/events.js"
import { eventSearch } from "./migrations/eventSearch.js"
import { images } from "./migrations/images.js"
import { invitations } from "./migrations/invitations.js"
import { keptAnswers } from "./migrations/keptAnswers.js"
import { keyUses } from "./migrations/keyUses.js"
import { locationIndex } from "./migrations/locationIndex.js"
import { locations } from "./migrations/locations.js"
import { locationSets } from "./migrations/locationSets.js"
import { networks } from "./migrations/networks.js"
import { people } from "./migrations/people.js"
import { postedTerms } from "./migrations/postedTerms.js"
import { publishedTerms } from "./migrations/publishedTerms.js"
import { revisions } from "./migrations/revisions.js"
import { withdrawals } from "./migrations/withdrawals.js"
import * as PostgresDatabase from "./PostgresDatabase.js"
import { postgresDialect } from "./postgresDialect.js"

const steps: Migrations.Steps = {
  "0001_agendas": agendas,
  "0002_locations": locations,
  "0003_events": events,
  "0004_people": people,
  "0005_credentials": credentials,
  "0006_networks": networks,
  "0007_revisions": revisions,
  "0008_agenda_words": agendaWords,
  "0009_location_index": locationIndex,
  "0010_event_index": eventIndex,
  "0011_event_search": eventSearch,
  "0012_location_sets": locationSets,
  "0013_key_uses": keyUses,
  "0014_event_history": eventHistory,
  "0015_kept_answers": keptAnswers,
  "0016_invitations": invitations,
  "0017_images": images,
  "0018_agenda_removals": agendaRemovals,
  "0019_availability": availability,
  "0020_withdrawals": withdrawals,
  "0021_counted_columns": countedColumns,
  "0022_posted_terms": postedTerms,
  "0023_counted_places": countedPlaces,
  "0024_published_terms": publishedTerms
}

/** Names the lock that lets one process migrate at a time. Any number that nobody else locks in this database. */
const advisoryLock = 1_634_166_884

/** Takes every step that is still to be taken on an open database. */
export const upDatabase = (database: SqlDatabase): Effect.Effect<ReadonlyArray<Migrations.Migration>, StoreError> =>
  // The lock ends with the transaction and not with the session, which a pooler may give to somebody else.
  Migrations.up(database, steps, database.sql`SELECT pg_advisory_xact_lock(${advisoryLock})`)

/** Says which steps an open database has taken and which it has not. Changes nothing. */
export const statusDatabase = (database: SqlDatabase): Effect.Effect<Migrations.MigrationStatus, StoreError> =>
  Migrations.status(database, steps)

/** A step may read and write all there is, behind other processes that migrate: its statements take their time. */
const unhurried = { statementTimeout: "1 day", busyTimeout: "1 day" } as const

/**
 * Brings a database to this version's schema, and says which steps that took. Any number of processes may do it at once.
 *
 * @example
 * PostgresMigrations.up({ url: Redacted.make("postgres://localhost/agenda") })
 */
export const up = (server: PostgresDatabase.PostgresServer): Effect.Effect<ReadonlyArray<Migrations.Migration>, StoreError> =>
  Effect.flatMap(status(server), ({ pending }) =>
    pending.length === 0
      ? Effect.succeed([])
      : Effect.scoped(Effect.flatMap(PostgresDatabase.open({ ...server, ...unhurried }), upDatabase)))

/** Says which steps a database has taken and which it has not. Changes nothing. */
export const status = (server: PostgresDatabase.PostgresServer): Effect.Effect<Migrations.MigrationStatus, StoreError> =>
  Effect.scoped(Effect.flatMap(PostgresDatabase.open(server), statusDatabase))

/** `up` over the client of a host. */
export const upClient: Effect.Effect<ReadonlyArray<Migrations.Migration>, StoreError, SqlClient.SqlClient> = Effect.flatMap(
  SqlClient.SqlClient,
  (sql) => upDatabase(shared(postgresDialect, sql))
)

/** `status` over the client of a host. */
export const statusClient: Effect.Effect<Migrations.MigrationStatus, StoreError, SqlClient.SqlClient> = Effect.flatMap(
  SqlClient.SqlClient,
  (sql) => statusDatabase(shared(postgresDialect, sql))
)
