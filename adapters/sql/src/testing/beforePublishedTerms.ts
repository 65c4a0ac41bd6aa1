import { tokenText } from "@agenda-engine/core/text/tokenText"
import type { Row } from "@effect/sql/SqlConnection"
import type { SqlError } from "@effect/sql/SqlError"
import * as Effect from "effect/Effect"
import { languageBits } from "../row/SearchRow.js"
import { type SearchLines, searchTerms } from "../searchTerms.js"
import type { SqlDatabase } from "../SqlDatabase.js"

interface SearchedEvent {
  readonly uid: number
  readonly agendaUid: number
  readonly state: number
  readonly languages: ReadonlyArray<string>
  readonly lines: SearchLines
}

const line = (text: string): string => tokenText([{ language: "fr", text }, { language: null, text }])

const nothing: SearchLines = { title: "", keywords: "", place: "", description: "", longDescription: "" }

const words: SearchLines = {
  title: line("Les concerts d'été"),
  keywords: line("jazz concert"),
  place: line("Sète"),
  description: line("Un concert, dès 18 h"),
  longDescription: line("Ελληνικά 日本 jazz")
}

const manyWords = (count: number): SearchLines => ({
  ...nothing,
  longDescription: line(Array.from({ length: count }, (_, n) => `mot${n}`).join(" "))
})

const events: ReadonlyArray<SearchedEvent> = [
  ...[-1, 0, 1, 2].map((state, place) => ({ uid: place + 1, agendaUid: 12, state, languages: ["fr", "pt"], lines: words })),
  { uid: 5, agendaUid: 13, state: 0, languages: [], lines: nothing },
  // More words than an index takes, and as many as it just takes: with spaces between, their terms were more.
  ...[0, 2].map((state, place) => ({ uid: place + 6, agendaUid: 13, state, languages: ["de"], lines: manyWords(20_000) })),
  { uid: 8, agendaUid: 13, state: 0, languages: ["de"], lines: manyWords(3_700) }
]

/** Fills a database that has steps 1 to 3 and 11 with events of several states, which are found by terms that say nothing of these. */
export const insertBeforePublishedTerms = ({ dialect, sql }: SqlDatabase): Effect.Effect<void, SqlError> =>
  Effect.all(
    events.flatMap(({ agendaUid, languages, lines, state, uid }) => [
      sql`INSERT INTO agenda_event (uid, agenda_uid, slug, state, featured, status, attendance_mode, location_uid, timezone, created_at, updated_at, version, first_begin, first_end, last_begin, last_end, last_end_down, updated_down)
        VALUES (${uid}, ${agendaUid}, ${`e${uid}`}, ${state}, 0, 1, 1, 1, 'Europe/Paris', 1, 1, 1, 1, 2, 1, 2, -2, -1)`,
      sql`INSERT INTO agenda_event_search (event_uid, agenda_uid, location_uid, languages, title, keywords, place, description, long_description)
        VALUES (${uid}, ${agendaUid}, 1, ${
        languageBits(languages)
      }, ${lines.title}, ${lines.keywords}, ${lines.place}, ${lines.description}, ${lines.longDescription})`,
      dialect.insertTerms(sql, uid, searchTerms({ agendaUid, isPublished: true }, lines, languages))
    ]),
    { discard: true }
  )

/** The terms of these events after the step `published_terms`, by uid, sorted. */
export const markedTerms = Object.fromEntries(
  events.map(({ agendaUid, languages, lines, state, uid }) => [
    uid,
    searchTerms({ agendaUid, isPublished: state === 2 }, lines, languages).toSorted()
  ])
)

/** Terms that a database has, by uid, sorted: of rows with an event's uid and one of its terms. */
export const termsByEvent = (rows: ReadonlyArray<Row>): { readonly [uid: string]: ReadonlyArray<string> } =>
  Object.fromEntries(events.map(({ uid }) => [
    uid,
    rows.flatMap((row) => Number(row["uid"]) === uid ? [String(row["term"])] : []).toSorted()
  ]))

/** Which of these events are said to be published. */
export const readPublished = ({ sql }: SqlDatabase): Effect.Effect<ReadonlyArray<number>, SqlError> =>
  Effect.map(
    sql`SELECT event_uid FROM agenda_searched_event WHERE published = 1 ORDER BY event_uid`,
    (rows) => rows.map((row) => Number(row["event_uid"]))
  )

/** Which of them are. */
export const publishedUids = events.flatMap(({ state, uid }) => state === 2 ? [uid] : [])
