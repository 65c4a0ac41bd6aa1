import { insertBeforeAgendaWords, locations_count, readAfterAgendaWords } from "@agenda-engine/sql/testing/beforeAgendaWords"
import { expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { agendas } from "../src/migrations/agendas.js"
import { agendaWords } from "../src/migrations/agendaWords.js"
import { events } from "../src/migrations/events.js"
import { locations } from "../src/migrations/locations.js"
import * as PostgresDatabase from "../src/PostgresDatabase.js"
import { usePostgres } from "./usePostgres.js"

const { freshSchema } = usePostgres()

it.scopedLive("the step of the agendas' words takes those of the events and locations that there are", () =>
  Effect.gen(function*() {
    const database = yield* PostgresDatabase.open({ url: yield* freshSchema })
    yield* database.runClient(Effect.all([agendas, locations, events], { discard: true }))
    yield* insertBeforeAgendaWords(database)
    yield* database.runClient(agendaWords)
    expect(yield* readAfterAgendaWords(database)).toEqual({
      events: [{ uid: "1", published_at: "10" }, { uid: "2", published_at: "20" }, { uid: "3", published_at: null }],
      keyWords: ["de", "fete", "marche", "noel"].map((word) => ({ word, agenda_uid: "1", event_uid: "1" })),
      locationWords: [{ word: "grand" }, { word: "halle" }, { word: "sete" }],
      words: [{ words: String(3 * locations_count) }]
    })
  }))
