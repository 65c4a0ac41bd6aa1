import { expect, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { onlineBody } from "../../../test/world/bodies.js"
import { FilledWorld } from "../world/FilledWorld.js"
import { TestWorld } from "../world/TestWorld.js"
import { agendas } from "../world/World.js"
import { csvRows } from "./readExport.js"

const list = `/v2/agendas/${agendas.main}/events`

layer(FilledWorld.layer, { excludeTestServices: true })("the export as CSV", (it) => {
  const rowsAt = (query: string, headers: { readonly [name: string]: string }) =>
    Effect.flatMap(TestWorld, ({ send }) => Effect.map(send(`${list}.csv?${query}`, { headers }), ({ bytes }) => csvRows(bytes)))

  it.effect("is UTF-8 with a byte order mark, and CRLF after every record", () =>
    Effect.gen(function*() {
      const { credentials, send } = yield* TestWorld
      const { bytes, text } = yield* send(`${list}.csv`, { headers: credentials.ownerless })
      expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
      expect(text.slice(1)).toMatch(/^uid,slug,url,title\.fr,title\.en/)
      expect(text.endsWith("\r\n")).toBe(true)
    }))

  it.effect("has the values of events, in the languages that occur", () =>
    Effect.gen(function*() {
      const { credentials } = yield* TestWorld
      const { events } = yield* FilledWorld
      const [jazz = {}, rock = {}] = yield* rowsAt("search=jazz&sort=timings.asc", credentials.ownerless)
      expect(jazz).toMatchObject({
        "uid": String(events.get("jazz")),
        "url": `https://agenda.example/agendas/town-agenda/events/${jazz["slug"]}`,
        "title.fr": "Concert de jazz",
        "title.en": "jazz",
        "keywords.fr": "Jazz|Plein air",
        "firstTiming.begin": "2025-07-01 19:00:00",
        "lastTiming.end": "2025-07-02 22:00:00",
        "timings": "2025-07-01T19:00:00+02:00/2025-07-01T22:00:00+02:00|2025-07-02T19:00:00+02:00/2025-07-02T22:00:00+02:00",
        "location.city": "Quimper",
        "genres": "Musique",
        "level": "Facile",
        "free": "true",
        "places": "100",
        "age.min": "6",
        "accessibility": "hi|mi"
      })
      expect(rock).toMatchObject({ "keywords.br": "Plein Air", "keywords.en": "", "genres": "Musique|Danse", "status": "6" })
      const [opera = {}] = yield* rowsAt("keyword=plein%20air&genres=3", credentials.ownerless)
      expect(Object.keys(opera)).not.toContain("title.fr")
      expect(Object.keys(opera)).not.toContain("title.br")
    }))

  it.effect("has only the columns that are asked for and may be read", () =>
    Effect.gen(function*() {
      const { credentials } = yield* TestWorld
      const asked = "uid=1&includeFields[]=title.en&includeFields[]=location.city"
      const [event = {}] = yield* rowsAt(asked.replace("uid=1", "search=opera"), credentials.ownerless)
      expect(Object.keys(event)).toEqual(["uid", "title.en", "location.city"])
      const [monolingual = {}] = yield* rowsAt("search=opera&monolingual=fr", credentials.ownerless)
      expect(monolingual).toMatchObject({ title: "opera" })
      const [open = {}] = yield* rowsAt("genres=3", credentials.ownerless)
      const [all = {}] = yield* rowsAt("genres=3", credentials.moderatorToken)
      expect([Object.keys(open).includes("dossier"), Object.keys(open).includes("budget")]).toEqual([false, false])
      expect(all).toMatchObject({ dossier: "Ouvert", budget: "900.5" })
    }))

  it.effect("keeps texts whole that have separators, quotes and line ends, and disarms formulas", () =>
    Effect.gen(function*() {
      const { credentials, send } = yield* TestWorld
      const title = { fr: '=HYPERLINK("https://evil.example","Clic")', en: 'Lines; "quotes", commas' }
      const longDescription = { fr: 'Un\n\ndeux, "trois"' }
      const body = { ...onlineBody, title, longDescription, keywords: { fr: ["csv"] } }
      const made = yield* send(`${list}/ext/csv/1`, { method: "PUT", body, headers: credentials.moderatorToken })
      expect(made.status, made.text).toBe(200)
      const [event = {}] = yield* rowsAt("keyword=csv", credentials.ownerless)
      expect(event).toMatchObject({
        "title.fr": `'${title.fr}`,
        "title.en": title.en,
        "longDescription.fr": longDescription.fr,
        "location.name": ""
      })
    }))
})
