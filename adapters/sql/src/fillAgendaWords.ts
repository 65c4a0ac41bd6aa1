import { foldWords } from "@agenda-engine/core/domain/foldWords"
import * as SqlClient from "@effect/sql/SqlClient"
import type { Row } from "@effect/sql/SqlConnection"
import type { SqlError } from "@effect/sql/SqlError"
import type { Statement } from "@effect/sql/Statement"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import * as Cell from "./Cell.js"
import type { Dialect } from "./Dialect.js"
import { limitTo } from "./limitTo.js"
import { insertKeyWords, insertLocationWords, type KeyWords, type LocationWords } from "./wordRows.js"

const page_rows = 500

const decodeKeywords = Schema.decodeUnknownOption(
  Schema.parseJson(Schema.Struct({ keywords: Schema.Record({ key: Schema.String, value: Schema.Array(Schema.String) }) }))
)

const wordsOf = (texts: ReadonlyArray<string>): ReadonlyArray<string> => [...new Set(texts.flatMap(foldWords))]

const levels = ["admin_level_1", "admin_level_2", "admin_level_3", "admin_level_4", "admin_level_5", "admin_level_6"] as const

/** None of an event that cannot be read: one bad row keeps no database from its schema. */
const keyWordsOf = (row: Row): KeyWords => ({
  agendaUid: Cell.integer(row, "agenda_uid"),
  eventUid: Cell.integer(row, "uid"),
  words: Option.match(decodeKeywords(row["summary"]), {
    onNone: () => [],
    onSome: ({ keywords }) => wordsOf(Object.values(keywords).flat())
  })
})

const locationWordsOf = (row: Row): LocationWords => ({
  locationUid: Cell.integer(row, "uid"),
  words: wordsOf([Cell.text(row, "name"), ...levels.map((level) => Cell.textOrNull(row, level) ?? "")])
})

const eachPage = Effect.fnUntraced(function*(
  select: (afterUid: number) => Statement<Row>,
  insert: (rows: ReadonlyArray<Row>) => Statement<Row>
) {
  let afterUid: number | null = 0
  while (afterUid !== null) {
    const rows: ReadonlyArray<Row> = yield* select(afterUid)
    yield* insert(rows)
    const last: Row | undefined = rows.at(-1)
    afterUid = last === undefined || rows.length < page_rows ? null : Cell.integer(last, "uid")
  }
})

/** Inserts the words of all published events' keywords and of all locations that a database held before it kept any: a step's part. */
export const fillAgendaWords = (dialect: Dialect): Effect.Effect<void, SqlError, SqlClient.SqlClient> =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    Effect.zipRight(
      eachPage(
        (afterUid) =>
          sql`SELECT e.uid, e.agenda_uid, d.summary FROM agenda_event e JOIN agenda_event_document d ON d.event_uid = e.uid WHERE e.state = 2 AND e.uid > ${afterUid} ORDER BY e.uid ${
            limitTo(sql, page_rows)
          }`,
        (rows) => insertKeyWords(sql, dialect, rows.map(keyWordsOf))
      ),
      eachPage(
        (afterUid) =>
          sql`SELECT uid, name, ${sql.literal(levels.join(", "))} FROM agenda_location WHERE uid > ${afterUid} ORDER BY uid ${
            limitTo(sql, page_rows)
          }`,
        (rows) => insertLocationWords(sql, dialect, rows.map(locationWordsOf), "agenda_location_word")
      )
    ))
