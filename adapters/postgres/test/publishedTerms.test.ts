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
import * as PostgresDatabase from "../src/PostgresDatabase.js"
import { usePostgres } from "./usePostgres.js"

const { freshSchema } = usePostgres()

it.scopedLive("the step of published terms marks those of the events that are there and are not published", () =>
  Effect.gen(function*() {
    const database = yield* PostgresDatabase.open({ url: yield* freshSchema })
    const { runClient, sql } = database
    yield* runClient(Effect.all([agendas, locations, events, eventSearch], { discard: true }))
    yield* insertBeforePublishedTerms(database)
    yield* runClient(publishedTerms)
    expect(termsByEvent(yield* sql`SELECT event_uid AS uid, unnest(tsvector_to_array(terms)) AS term FROM agenda_event_term`)).toEqual(
      markedTerms
    )
    expect(yield* readPublished(database)).toEqual(publishedUids)
    // The table that older versions write to.
    expect(yield* database.dialect.tableNamed(sql, "agenda_event_search")).toEqual([])
  }))
