import * as Record from "effect/Record"
import type { Steps } from "../database/Migrations.js"
import { createStatements, runStatements, type SchemaDialect } from "./createStatements.js"
import { eventTables } from "./firstRelease/eventTables.js"
import { accountTables, agendaTables, locationTables } from "./firstRelease/recordTables.js"
import { big, nullable, real, small, type Table, text, uidOf } from "./Table.js"

/** The words of published events that misspelt words of searches are corrected to. */
export const vocabularyTables: ReadonlyArray<Table> = [
  {
    name: "agenda_event_word",
    columns: { agenda_uid: big, word: text, event_uid: uidOf("agenda_event") },
    primaryKey: ["agenda_uid", "word", "event_uid"],
    isClustered: true,
    indexes: { agenda_event_word_by_event: { on: ["event_uid"] } }
  }
]

/**
 * How many published events of an agenda have a word or a location (`text/countedWords.ts`). Popular words are in every
 * write, so pages leave room for new versions of their rows.
 */
const wordCountTables: ReadonlyArray<Table> = [
  {
    name: "agenda_word_count",
    columns: { agenda_uid: big, token: text, events: big },
    primaryKey: ["agenda_uid", "token"],
    isClustered: true,
    leavesRoom: true
  }
]

/** The images that events and locations use: several of one event, since additional fields may be images. */
const imageUseTables: ReadonlyArray<Table> = [
  {
    name: "agenda_image_use",
    columns: { used_by: text, name: text },
    primaryKey: ["used_by", "name"],
    isClustered: true,
    indexes: { agenda_image_use_by_name: { on: ["name"] } }
  }
]

/** The queue of the geocoder, and the instant from which it may be asked. */
const geocodingTables: ReadonlyArray<Table> = [
  {
    name: "agenda_geocoding",
    columns: { location_uid: big, attempts: small, due_at: big },
    primaryKey: ["location_uid"],
    indexes: { agenda_geocoding_by_due: { on: ["due_at", "location_uid"] } }
  },
  {
    name: "agenda_geocoding_turn",
    columns: { id: small, at: big },
    primaryKey: ["id"]
  }
]

const changeColumns = {
  agenda_uid: big,
  revision: big,
  ordinal: small,
  kind: text,
  subject_uid: big,
  version: nullable(big),
  public_before: small,
  public_after: small,
  contributor_uid: nullable(big),
  changed_at: big,
  user_uid: nullable(big)
}

/** The logs of changes, what was deleted from them, and the id of the log. */
export const changeTables: ReadonlyArray<Table> = [
  {
    name: "agenda_change",
    columns: changeColumns,
    primaryKey: ["agenda_uid", "revision", "ordinal"],
    isClustered: true
  },
  {
    name: "agenda_change_floor",
    columns: { agenda_uid: big, audience: text, revision: big, ordinal: small },
    primaryKey: ["agenda_uid", "audience"]
  },
  {
    name: "agenda_change_log",
    columns: { id: small, generation: text },
    primaryKey: ["id"]
  }
]

/** Webhooks and their last deliveries. */
export const webhookTables: ReadonlyArray<Table> = [
  {
    name: "agenda_webhook",
    columns: {
      id: text,
      agenda_uid: big,
      url: text,
      kinds: text,
      detailed: small,
      state: text,
      reason: nullable(text),
      creator_uid: nullable(big),
      created_at: big,
      secret: text,
      former_secret: nullable(text),
      former_until: nullable(big),
      attempts: small,
      due_at: big,
      last_delivery_at: nullable(big),
      notice_due: small,
      revision: big,
      ordinal: big
    },
    primaryKey: ["id"],
    leavesRoom: true,
    indexes: {
      agenda_webhook_by_agenda: { on: ["agenda_uid", "created_at", "id"] },
      agenda_webhook_by_due: { on: ["due_at", "id"], where: "state = 'active' OR notice_due = 1" }
    }
  },
  {
    name: "agenda_webhook_delivery",
    columns: { webhook_id: text, id: text, kind: text, at: big, attempts: small, status: nullable(small), ms: big, response: text },
    primaryKey: ["webhook_id", "id"]
  }
]

/** Consumers of changes, their places in the logs, and the changes that they could not handle. */
export const consumerTables: ReadonlyArray<Table> = [
  {
    name: "agenda_consumer",
    columns: { name: text, owner: text, lease_until: big },
    primaryKey: ["name"],
    leavesRoom: true
  },
  {
    name: "agenda_consumer_place",
    columns: {
      consumer: text,
      agenda_uid: big,
      generation: nullable(text),
      revision: big,
      ordinal: big,
      attempts: small,
      due_at: big,
      error: nullable(text),
      missed_at: nullable(big)
    },
    primaryKey: ["consumer", "agenda_uid"],
    leavesRoom: true
  },
  {
    name: "agenda_consumer_parked",
    columns: {
      consumer: text,
      ...changeColumns,
      attempts: small,
      parked_at: big,
      due_at: nullable(big),
      error: text
    },
    primaryKey: ["consumer", "agenda_uid", "revision", "ordinal"]
  }
]

/**
 * The random id of the database, and when it was last backed up, in one row. The id is made with the database, and
 * copies of the database keep it.
 */
export const databaseTable: Table = { name: "agenda_database", columns: { id: text, backed_up_at: nullable(big) }, primaryKey: ["id"] }

/** Requests of clients that are limited, by minute. Rows live for two minutes. */
export const rateTable: Table = {
  name: "agenda_rate_count",
  columns: { minute: big, name: text, taken: real },
  primaryKey: ["minute", "name"],
  isClustered: true,
  leavesRoom: true
}

/**
 * The statements of each migration step, by `0001_name`, in order. A released step is never edited: a change of the
 * schema adds one.
 */
export const stepStatements = (dialect: SchemaDialect) => ({
  "0001_tables": [
    ...createStatements(dialect, [...agendaTables, ...accountTables, ...locationTables, ...eventTables]),
    ...dialect.fullText
  ],
  "0002_index_rules_2_3": [
    "ALTER TABLE agenda_event_text_2_2 RENAME TO agenda_event_text_2_3",
    "ALTER TABLE agenda_location_word_2_2 RENAME TO agenda_location_word_2_3"
  ],
  "0003_geocoding": createStatements(dialect, geocodingTables),
  "0004_host_users": [
    `ALTER TABLE agenda_user ADD COLUMN host_id ${dialect.types.text}`,
    "CREATE UNIQUE INDEX agenda_user_by_host_id ON agenda_user (host_id)"
  ],
  "0005_image_uses": [
    "ALTER TABLE agenda_image_use RENAME TO agenda_image_use_before",
    "DROP INDEX agenda_image_use_by_name",
    ...createStatements(dialect, imageUseTables),
    "INSERT INTO agenda_image_use (used_by, name) SELECT used_by, name FROM agenda_image_use_before",
    "DROP TABLE agenda_image_use_before"
  ],
  "0006_index_rules_2_4": [
    "ALTER TABLE agenda_event_text_2_3 RENAME TO agenda_event_text_2_4",
    `ALTER TABLE agenda_event_text_2_4 ADD COLUMN area ${dialect.types.text} NOT NULL DEFAULT ''`,
    "ALTER TABLE agenda_location_word_2_3 RENAME TO agenda_location_word_2_4"
  ],
  "0007_index_rules_3_4": [
    "ALTER TABLE agenda_event_text_2_4 RENAME TO agenda_event_text_3_4",
    "ALTER TABLE agenda_location_word_2_4 RENAME TO agenda_location_word_3_4"
  ],
  "0008_index_rules_4_4": [
    "ALTER TABLE agenda_event_text_3_4 RENAME TO agenda_event_text_4_4",
    "ALTER TABLE agenda_location_word_3_4 RENAME TO agenda_location_word_4_4",
    ...createStatements(dialect, vocabularyTables)
  ],
  "0009_index_rules_4_5": [
    "ALTER TABLE agenda_event_text_4_4 RENAME TO agenda_event_text_4_5",
    "ALTER TABLE agenda_location_word_4_4 RENAME TO agenda_location_word_4_5"
  ],
  "0010_word_counts": [
    ...createStatements(dialect, wordCountTables),
    `ALTER TABLE agenda_event_text_4_5 ADD COLUMN words ${dialect.types.text} NOT NULL DEFAULT ''`,
    `UPDATE agenda_event_text_4_5 SET words = coalesce((SELECT string_agg(t.token, ' ' ORDER BY t.token) FROM (
       SELECT 'k:' || k.word AS token FROM agenda_keyword_word k WHERE k.event_uid = agenda_event_text_4_5.event_uid
       UNION ALL SELECT 'v:' || v.word AS token FROM agenda_event_word v WHERE v.event_uid = agenda_event_text_4_5.event_uid
     ) t), '')`,
    `INSERT INTO agenda_word_count (agenda_uid, token, events)
       SELECT agenda_uid, 'k:' || word, count(*) FROM agenda_keyword_word GROUP BY agenda_uid, word
       UNION ALL SELECT agenda_uid, 'v:' || word, count(*) FROM agenda_event_word GROUP BY agenda_uid, word
       UNION ALL SELECT agenda_uid, 'l:' || location_uid, count(*) FROM agenda_event_text_4_5
         WHERE published = 1 AND location_uid IS NOT NULL GROUP BY agenda_uid, location_uid`,
    "DROP TABLE agenda_keyword_word",
    "DROP TABLE agenda_event_word"
  ],
  "0011_network_synonyms": [`ALTER TABLE agenda_network ADD COLUMN synonyms ${dialect.types.text} NOT NULL DEFAULT '[]'`],
  "0012_description_words": [
    `UPDATE agenda_event_text_4_5 SET words = coalesce((SELECT string_agg(t.token, ' ' ORDER BY t.token) FROM (
       SELECT w.value AS token FROM ${dialect.tokensIn("agenda_event_text_4_5.words", "w")} WHERE w.value <> ''
       UNION SELECT 'v:' || substr(d.value, 3) FROM ${dialect.tokensIn("agenda_event_text_4_5.description", "d")}
         WHERE substr(d.value, 1, 2) = 'p:' AND length(d.value) >= 6${
      Array.from("0123456789", (digit) => ` AND d.value NOT LIKE '%${digit}%'`).join("")
    }
     ) t), '') WHERE published = 1 AND description LIKE '% p:%'`,
    "DELETE FROM agenda_word_count WHERE token LIKE 'v:%'",
    `INSERT INTO agenda_word_count (agenda_uid, token, events)
       SELECT s.agenda_uid, w.value, count(*) FROM agenda_event_text_4_5 s, ${dialect.tokensIn("s.words", "w")}
         WHERE w.value LIKE 'v:%' GROUP BY s.agenda_uid, w.value`
  ],
  "0013_index_rules_4_6": [
    "ALTER TABLE agenda_event_text_4_5 RENAME TO agenda_event_text_4_6",
    "ALTER TABLE agenda_location_word_4_5 RENAME TO agenda_location_word_4_6"
  ],
  "0014_index_rules_4_7": [
    "ALTER TABLE agenda_event_text_4_6 RENAME TO agenda_event_text_4_7",
    "ALTER TABLE agenda_location_word_4_6 RENAME TO agenda_location_word_4_7"
  ],
  "0015_changes": [
    ...createStatements(dialect, changeTables),
    "CREATE INDEX agenda_by_network ON agenda (network_uid) WHERE network_uid IS NOT NULL",
    "CREATE INDEX agenda_by_location_set ON agenda (location_set_uid) WHERE location_set_uid IS NOT NULL"
  ],
  "0016_webhooks": createStatements(dialect, webhookTables),
  "0017_consumers": createStatements(dialect, consumerTables),
  "0018_database_id": [
    ...createStatements(dialect, [databaseTable]),
    `INSERT INTO ${databaseTable.name} (id) VALUES (${dialect.randomDigits})`
  ],
  "0019_rate_counts": createStatements(dialect, [rateTable])
} satisfies { readonly [step: string]: ReadonlyArray<string> })

/** The migration steps of a database. */
export const migrationSteps = (dialect: SchemaDialect): Steps => Record.map(stepStatements(dialect), runStatements)
