import type { StoreError } from "@agenda-engine/core/domain/EngineError"
import * as Migrations from "@agenda-engine/sql/Migrations"
import { overClient, type SqlDatabase } from "@agenda-engine/sql/SqlDatabase"
import * as SqlClient from "@effect/sql/SqlClient"
import * as Effect from "effect/Effect"
import { statSync } from "node:fs"
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
import { formerPlaces } from "./migrations/formerPlaces.js"
import { images } from "./migrations/images.js"
import { indexRules22 } from "./migrations/indexRules22.js"
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
import { requireVersion } from "./requireVersion.js"
import * as SqliteDatabase from "./SqliteDatabase.js"
import { sqliteDialect } from "./sqliteDialect.js"

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
  "0024_published_terms": publishedTerms,
  "0025_index_rules_2_2": indexRules22,
  "0026_former_places": formerPlaces
}

/** The database file, and its lock timeout. */
export interface SqliteFile extends SqliteDatabase.Waiting {
  /** A path. */
  readonly filename: string
}

/** Whether the path does not exist. A path that cannot be inspected may exist. */
const isMissing = (filename: string): boolean => {
  try {
    return statSync(filename, { throwIfNoEntry: false }) === undefined
  } catch {
    return false
  }
}

/** Applies all pending migrations to an open database. */
export const upDatabase = (database: SqlDatabase): Effect.Effect<ReadonlyArray<Migrations.Migration>, StoreError> =>
  // BEGIN IMMEDIATE already serializes migrating processes.
  Migrations.up(database, steps, Effect.void)

/**
 * Migrates a database file to this version's schema, creating it if missing, and returns the applied migrations. Safe
 * to run concurrently.
 *
 * @example
 * SqliteMigrations.up({ filename: "agenda.db" })
 */
export const up = ({ filename, ...waiting }: SqliteFile): Effect.Effect<ReadonlyArray<Migrations.Migration>, StoreError> =>
  Effect.scoped(Effect.flatMap(SqliteDatabase.open(filename, waiting), upDatabase))

/** Lists the applied and pending migrations of an open database. Changes nothing. */
export const statusDatabase = (database: SqlDatabase): Effect.Effect<Migrations.MigrationStatus, StoreError> =>
  Migrations.status(database, steps)

/**
 * Lists the applied and pending migrations of a database file. Changes nothing; for a missing file all are pending.
 * Fails with `Unavailable` when the file exists but cannot be opened.
 */
export const status = ({ filename }: SqliteFile): Effect.Effect<Migrations.MigrationStatus, StoreError> =>
  Effect.flatMap(Effect.sync(() => isMissing(filename)), (missing) =>
    missing
      ? Effect.map(Migrations.known(steps), (pending) => ({ applied: [], pending }))
      : Effect.scoped(Effect.flatMap(SqliteDatabase.openReadOnly(filename), statusDatabase)))

/** `up` over a host's client. */
export const upClient: Effect.Effect<ReadonlyArray<Migrations.Migration>, StoreError, SqlClient.SqlClient> = Effect.flatMap(
  SqlClient.SqlClient,
  (sql) => Effect.zipRight(requireVersion(sql), upDatabase(overClient(sqliteDialect, sql)))
)

/** `status` over a host's client. */
export const statusClient: Effect.Effect<Migrations.MigrationStatus, StoreError, SqlClient.SqlClient> = Effect.flatMap(
  SqlClient.SqlClient,
  (sql) => statusDatabase(overClient(sqliteDialect, sql))
)
