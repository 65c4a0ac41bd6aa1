import { storeDateRange } from "@agenda-engine/core/derive/dates/dateRange"
import { memoize } from "@agenda-engine/core/domain/LruCache"
import { interval_ms_max, interval_ms_min } from "@agenda-engine/core/record/AvailabilityInterval"
import { areaText, placeText } from "@agenda-engine/core/search/SearchDocument"
import { eventTextTable } from "@agenda-engine/sql/database/indexTables"
import { neverUpdated, noPrevious } from "@agenda-engine/sql/row/EventRow"
import { countedColumns, countedRowOf, countedTokens } from "@agenda-engine/sql/text/countedWords"
import { linesOf, type SearchRow, searchRowOf } from "@agenda-engine/sql/text/SearchRow"
import { searchTerms } from "@agenda-engine/sql/text/searchTerms"
import type { Row } from "@effect/sql/SqlConnection"
import Database from "better-sqlite3"
import * as Schema from "effect/Schema"

/** An event that is to be as another one, but for what is said here. */
export interface EventCopy {
  readonly agendaUid: number
  /** The value of the external identifier of the event that it is a copy of. */
  readonly of: string
  /** The value of its own. */
  readonly extId: string
  /** Location of the copy, unless the original has none. */
  readonly locationUid: number
  /** Number of days by which the copy is later. */
  readonly laterBy_days: number
}

const day_ms = 86_400_000
/** So far apart copies were made. */
const apart_ms = 1_000
const cache_kib = 3_000_000
/** Terms that are sorted in memory before they are written. */
const bulkTerms_bytes = 250_000_000
/** What FTS5 begins with. */
const usualTerms_bytes = 1_048_576

/** A prime below the greatest uid, so that multiples of another number differ up to it. */
const uids_count = 2_147_483_629
const uids_step = 1_327_217_881

/** Uids in no order, as drawn ones are, and none twice. */
function* scatteredUids(taken: ReadonlySet<number>): Generator<number> {
  for (let uid = uids_step;; uid = (uid + uids_step) % uids_count) if (!taken.has(uid)) yield uid
}

const later = (name: string, ...unmoved: ReadonlyArray<number>): string =>
  unmoved.length === 0 ? `t.${name} + c.later_ms` : `iif(t.${name} in (${unmoved.join()}), t.${name}, t.${name} + c.later_ms)`
const made = (name: string): string => `t.${name} + c.made_ms`

/**
 * What columns of a copy hold, of the copy `c` and the row `t` that it is made from; those that are not named hold the
 * same.
 */
const columns: { readonly [name: string]: string } = {
  "agenda_event.uid": "c.uid",
  event_uid: "c.uid",
  agenda_uid: "c.agenda_uid",
  location_uid: "iif(t.location_uid is null, null, c.location_uid)",
  slug: "t.slug || '-' || c.uid",
  ext_value: "c.ext_value",
  summary: "redated(c.template, c.later_ms)",
  [`${eventTextTable}.location`]:
    "iif(t.location_uid is null, '', place_text(c.template, (select l.event_search_text from agenda_location l where l.uid = c.location_uid)))",
  [`${eventTextTable}.area`]:
    "iif(t.location_uid is null, '', area_text(c.template, (select l.event_search_text from agenda_location l where l.uid = c.location_uid)))",
  ...Object.fromEntries(
    ["first_begin", "first_end", "last_begin", "last_end", "begin_ms", "end_ms", "next_available"].map((name) => [name, later(name)])
  ),
  ...Object.fromEntries(["from_ms", "until_ms", "status_until"].map((name) => [name, later(name, interval_ms_min, interval_ms_max)])),
  prev_end: later("prev_end", noPrevious),
  ...Object.fromEntries(["created_at", "updated_at", "published_at", "changed_at"].map((name) => [name, made(name)])),
  availability_updated_at: `iif(t.availability_updated_at = ${neverUpdated}, ${neverUpdated}, ${made("availability_updated_at")})`
}

interface Table {
  readonly name: string
  readonly columns: ReadonlyArray<string>
  /** First column of the order of its rows. */
  readonly first: string
}

/** Every table with rows of an event, found by the names of columns: those of later schemas, too. */
const tablesOf = (database: Database.Database): ReadonlyArray<Table> =>
  database.prepare<[], string>("select name from sqlite_master where type = 'table' and sql not like 'create virtual%'").pluck().all()
    .flatMap((name): ReadonlyArray<Table> => {
      const columns = database.prepare<[string], string>("select name from pragma_table_info(?)").pluck().all(name)
      const first = database.prepare<[string], string>("select name from pragma_table_info(?) where pk = 1").pluck().get(name) ?? ""
      return name === "agenda_event" || columns.includes("event_uid") ? [{ name, columns, first }] : []
    })

/** Leaves the indexes of a table out while it is filled, which then are made at once. */
const withoutIndexes = (database: Database.Database, table: string, fill: () => void): void => {
  const indexes = database.prepare<[string], { name: string; sql: string }>(
    "select name, sql from sqlite_master where type = 'index' and tbl_name = ? and sql is not null"
  ).all(table)
  for (const { name } of indexes) database.exec(`drop index "${name}"`)
  fill()
  for (const { sql } of indexes) database.exec(sql)
}

const Summary = Schema.parseJson(Schema.Record({ key: Schema.String, value: Schema.Unknown }))
const Begins = Schema.parseJson(Schema.Array(Schema.Number))

/** Defines the SQL function `redated`: the summary of an event with its days recomputed. */
const defineRedated = (database: Database.Database): void => {
  const templates = new Map(
    database.prepare<[], { uid: number; timezone: string; summary: string; begins: string }>(
      `select e.uid, e.timezone, d.summary, (select json_group_array(s.begin_ms) from agenda_slot s where s.event_uid = e.uid) as begins
       from agenda_event e join agenda_event_document d on d.event_uid = e.uid`
    ).all().map(({ begins, summary, timezone, uid }) => [uid, {
      timezone,
      summary: Schema.decodeUnknownSync(Summary)(summary),
      begins: Schema.decodeUnknownSync(Begins)(begins)
    }])
  )
  const known = new Map<string, string>()
  database.function("redated", (uid: number, later_ms: number) => {
    const key = `${uid} ${later_ms}`
    const before = known.get(key)
    const template = templates.get(uid)
    if (before !== undefined || template === undefined) return before ?? null
    const slots = template.begins.map((begin) => ({ begin: begin + later_ms, end: begin + later_ms }))
    const summary = JSON.stringify({ ...template.summary, dateRange: storeDateRange(slots, template.timezone) })
    known.set(key, summary)
    return summary
  })
}

/** Number of locations whose terms are cached. */
const places_max = 10_000

/** Terms of the rows of `eventTextTable`: of published events of any agenda, without those of the location. */
const termsOf = (row: SearchRow): ReadonlyArray<string> => {
  const terms = searchTerms({ agendaUid: 0, isPublished: true }, linesOf(row), row.document.languages)
  return terms.slice(terms.length / 2)
}

/**
 * Defines SQL functions for the copy of an event. `place_text` and `area_text` return the tokens of the copy's
 * location. `terms_of` returns the search terms of the copy in its own agenda and location.
 */
const defineTerms = (database: Database.Database): void => {
  const rows = database.prepare<[], Row>(`select * from ${eventTextTable}`).all().map(searchRowOf)
  const templates = new Map(rows.map((row) => [row.eventUid, new Set(termsOf({ ...row, placeLine: "", areaLine: "" }))]))
  const marks = new Map(rows.map(({ eventUid, isPublished }) => [eventUid, isPublished ? "" : "u"]))
  const noText = { languages: [], title: "", keywords: "", description: "", longDescription: "" }
  const languages = new Map(rows.map(({ document, eventUid }) => [eventUid, document.languages]))
  const places = memoize(
    places_max,
    (lines) => {
      const [placeLine = "", areaLine = ""] = lines.split("\n")
      return termsOf({
        eventUid: 0,
        agendaUid: 0,
        locationUid: null,
        isPublished: true,
        document: noText,
        keywordKeys: "",
        placeLine,
        areaLine
      })
    }
  )
  // Of a word in several parts only the heaviest counts, and letters are in order of weight.
  const letters = ["a", "b", "c", "d"]
  const as = (letter: string, term: string) => letter + term.slice(1)
  database.function("place_text", (uid: number, place: string) => placeText(place, languages.get(uid) ?? []))
  database.function("area_text", (uid: number, place: string) => areaText(place, languages.get(uid) ?? []))
  database.function("terms_of", (uid: number, agendaUid: number, place: string, area: string) => {
    const template = templates.get(uid) ?? new Set()
    const added = places(`${place}\n${area}`).filter((term) =>
      !letters.some((letter) => letter <= term.slice(0, 1) && template.has(as(letter, term)))
    )
    const outdone = new Set(added.flatMap((term) => letters.flatMap((letter) => letter > term.slice(0, 1) ? [as(letter, term)] : [])))
    const text = [...template].filter((term) => !outdone.has(term)).concat(added).join(" ")
    const mark = marks.get(uid) ?? ""
    return ["", agendaUid].map((agenda) => `${mark}${agenda}${text.replaceAll(" ", ` ${mark}${agenda}`)}`).join(" ")
  })
}

const setTermBytes = (database: Database.Database, bytes: number): void => {
  database.exec(`insert into agenda_event_fulltext (agenda_event_fulltext, rank) values ('hashsize', ${bytes})`)
}

/** Counts the words and locations of published events. */
const countWords = (database: Database.Database): void => {
  database.function("counted_tokens", { varargs: true }, (...cells: ReadonlyArray<unknown>) => {
    const row = Object.fromEntries(countedColumns.map((column, index) => [column, cells[index]]))
    return JSON.stringify(countedTokens(countedRowOf(row)))
  })
  database.exec("delete from agenda_word_count")
  database.exec(
    `insert into agenda_word_count (agenda_uid, token, events)
     select t.agenda_uid, w.value, count(*) from ${eventTextTable} t, json_each(counted_tokens(${
      countedColumns.map((column) => `t.${column}`).join(", ")
    })) w where t.published = 1 group by 1, 2`
  )
}

const addCopies = (database: Database.Database, copies: Iterable<EventCopy>): void => {
  database.exec(
    `create temp table wanted (uid integer primary key, agenda_uid integer, of text, ext_value text, location_uid integer, later_ms integer, made_ms integer)`
  )
  const insert = database.prepare("insert into wanted values (?, ?, ?, ?, ?, ?, ?)")
  const uids = scatteredUids(new Set(database.prepare<[], number>("select uid from agenda_event").pluck().all()))
  let made_ms = 0
  for (const { agendaUid, extId, laterBy_days, locationUid, of } of copies) {
    made_ms -= apart_ms
    insert.run(uids.next().value, agendaUid, of, extId, locationUid, laterBy_days * day_ms, made_ms)
  }
  database.exec(
    `create temp table copy (uid integer primary key, agenda_uid, ext_value, location_uid, later_ms, made_ms, template integer)`
  )
  database.exec(
    `insert into copy select w.uid, w.agenda_uid, w.ext_value, w.location_uid, w.later_ms, w.made_ms, x.event_uid
     from wanted w join (select ext_value, event_uid from agenda_ext_id) x on x.ext_value = w.of order by w.uid`
  )
}

/**
 * Adds copies of the events in a SQLite file that the engine imported, in every table and index, with the rows that the
 * engine itself would have written for them (`benchmarks/test/multiplyEvents.test.ts`): many times faster than an
 * import. The agendas and locations are to be there. Nobody else may have the file open; what was begun and did not end
 * leaves it of no use.
 */
export const multiplyEvents = (file: string, copies: Iterable<EventCopy>): void => {
  const database = new Database(file)
  try {
    // SQLite writes without a journal for nobody who has not said that a spoilt file is no loss.
    database.unsafeMode()
    for (const setting of [`cache_size = -${cache_kib}`, "journal_mode = OFF", "synchronous = OFF", "foreign_keys = OFF"]) {
      database.pragma(setting)
    }
    defineRedated(database)
    defineTerms(database)
    database.exec("begin")
    addCopies(database, copies)
    for (const table of tablesOf(database)) {
      const values = table.columns.map((name) => columns[`${table.name}.${name}`] ?? columns[name] ?? `t.${name}`)
      const event = table.name === "agenda_event" ? "uid" : "event_uid"
      // Rows ordered by event are inserted in that order.
      const order = table.first === event ? "" : " order by 1, 2, 3"
      withoutIndexes(database, table.name, () => {
        database.exec(
          `insert into "${table.name}" select ${values.join()} from copy c cross join "${table.name}" t on t.${event} = c.template${order}`
        )
      })
    }
    countWords(database)
    setTermBytes(database, bulkTerms_bytes)
    database.exec(
      `insert into agenda_event_fulltext (rowid, terms) select c.uid, terms_of(c.template, c.agenda_uid, s.location, s.area)
       from copy c cross join ${eventTextTable} s on s.event_uid = c.uid`
    )
    setTermBytes(database, usualTerms_bytes)
    database.exec(
      `update agenda_clock set changed_at = max(changed_at, coalesce((select max(e.updated_at) from agenda_event e where e.agenda_uid = agenda_clock.agenda_uid), 0))`
    )
    database.exec("commit")
    database.pragma("journal_mode = WAL")
  } finally {
    database.close()
  }
}
