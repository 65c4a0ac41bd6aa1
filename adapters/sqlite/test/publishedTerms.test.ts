import {
  insertBeforePublishedTerms,
  markedTerms,
  publishedUids,
  readPublished,
  termsByEvent
} from "@agenda-engine/sql/testing/beforePublishedTerms"
import { expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { agendas } from "../src/migrations/agendas.js"
import { events } from "../src/migrations/events.js"
import { eventSearch } from "../src/migrations/eventSearch.js"
import { locations } from "../src/migrations/locations.js"
import { publishedTerms } from "../src/migrations/publishedTerms.js"
import * as SqliteDatabase from "../src/SqliteDatabase.js"

it.scopedLive("the step of published terms marks those of the events that are there and are not published", () =>
  Effect.gen(function*() {
    const database = yield* SqliteDatabase.open(":memory:")
    const { runClient, sql } = database
    yield* runClient(Effect.all([agendas, locations, events, eventSearch], { discard: true }))
    yield* insertBeforePublishedTerms(database)
    yield* runClient(publishedTerms)
    yield* sql`CREATE VIRTUAL TABLE temp.term USING fts5vocab(main, agenda_event_term, instance)`
    expect(termsByEvent(yield* sql`SELECT doc AS uid, term FROM temp.term`)).toEqual(markedTerms)
    expect(yield* readPublished(database)).toEqual(publishedUids)
    // The table that older versions write to.
    expect(yield* database.dialect.tableNamed(sql, "agenda_event_search")).toEqual([])
  }))
