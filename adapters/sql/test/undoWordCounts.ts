import type { StoreError } from "@agenda-engine/core/domain/error/EngineError"
import { vocabularyOf } from "@agenda-engine/core/search/vocabulary"
import { eventTextTable, locationWordTable } from "@agenda-engine/sql/database/indexTables"
import { readRows } from "@agenda-engine/sql/database/readRows"
import type { SqlDatabase } from "@agenda-engine/sql/database/SqlDatabase"
import { createStatements, type SchemaDialect } from "@agenda-engine/sql/schema/createStatements"
import { eventTables } from "@agenda-engine/sql/schema/firstRelease/eventTables"
import { searchRowOf } from "@agenda-engine/sql/text/SearchRow"
import type { SqlError } from "@effect/sql/SqlError"
import * as Effect from "effect/Effect"
import { changeTables, consumerTables, databaseTable, rateTable, vocabularyTables, webhookTables } from "../src/schema/migrationSteps.js"

const formerTables = { "k:": "agenda_keyword_word", "v:": "agenda_event_word" } as const

/**
 * Brings a database to the state before the step `0010_word_counts`, with the rows that the words of titles and
 * keywords were then.
 */
export const undoWordCounts = ({ run, sql }: SqlDatabase, schema: SchemaDialect): Effect.Effect<void, SqlError | StoreError> =>
  run(Effect.gen(function*() {
    const keywords = eventTables.filter(({ name }) => name === formerTables["k:"])
    for (const statement of createStatements(schema, [...keywords, ...vocabularyTables])) yield* sql.unsafe(statement)
    const texts = yield* readRows("undo", yield* sql`SELECT * FROM ${sql(eventTextTable)}`, searchRowOf)
    for (const { agendaUid, document, eventUid, words } of texts) {
      const own = new Set(vocabularyOf({ ...document, description: "" }))
      for (const token of words.split(" ")) {
        if (token.startsWith("v:") && !own.has(token.slice(2))) continue
        for (const [kind, table] of Object.entries(formerTables)) {
          if (!token.startsWith(kind)) continue
          yield* sql`INSERT INTO ${sql(table)} ${
            sql.insert({ agenda_uid: agendaUid, word: token.slice(kind.length), event_uid: eventUid })
          }`
        }
      }
    }
    yield* sql`ALTER TABLE ${sql(eventTextTable)} DROP COLUMN words`
    yield* sql`DROP TABLE agenda_word_count`
    for (const { name } of [...changeTables, ...webhookTables, ...consumerTables, databaseTable, rateTable]) {
      yield* sql`DROP TABLE ${sql(name)}`
    }
    yield* sql`DROP INDEX agenda_by_network`
    yield* sql`DROP INDEX agenda_by_location_set`
    yield* sql`ALTER TABLE agenda_network DROP COLUMN synonyms`
    yield* sql`ALTER TABLE ${sql(eventTextTable)} RENAME TO agenda_event_text_4_5`
    yield* sql`ALTER TABLE ${sql(locationWordTable)} RENAME TO agenda_location_word_4_5`
    yield* sql`DELETE FROM agenda_migration WHERE migration_id >= 10`
  }))
