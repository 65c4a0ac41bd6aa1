import { expect, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { onlineBody } from "../../../test/world/bodies.js"
import { FilledWorld } from "../world/FilledWorld.js"
import { TestWorld } from "../world/TestWorld.js"
import { agendas } from "../world/World.js"
import { csvRows, sheetRows } from "./readExport.js"

const list = `/v2/agendas/${agendas.main}/events`

layer(FilledWorld.layer, { excludeTestServices: true })("the export as a workbook", (it) => {
  const rowsAt = (query: string, headers: { readonly [name: string]: string }) =>
    Effect.flatMap(
      TestWorld,
      ({ send }) => Effect.flatMap(send(`${list}.xlsx?${query}`, { headers }), ({ bytes }) => Effect.promise(() => sheetRows(bytes)))
    )

  it.effect("has numbers, booleans, times and texts", () =>
    Effect.gen(function*() {
      const { credentials } = yield* TestWorld
      const { events } = yield* FilledWorld
      const [jazz = {}] = yield* rowsAt("slug=jazz", credentials.ownerless)
      expect(jazz).toMatchObject({
        "uid": events.get("jazz"),
        "title.fr": "Concert de jazz",
        "keywords.fr": "Jazz|Plein air",
        "location.postalCode": expect.toSatisfy((value) => value === null || typeof value === "string"),
        "free": true,
        "places": 100,
        "age.min": 6,
        "onlineAccessLink": null
      })
      // Local time: 19:00 in Quimper.
      expect(JSON.stringify(jazz["firstTiming.begin"])).toBe('"2025-07-01T19:00:00.000Z"')
    }))

  it.effect("has the columns and texts of the CSV", () =>
    Effect.gen(function*() {
      const { credentials, send } = yield* TestWorld
      const title = { fr: '=HYPERLINK("https://evil.example","Clic")', en: "two\nlines & <b> _x0041_ _X005f_x0041_ _x000D_" }
      const body = { ...onlineBody, title, keywords: { fr: ["xlsx"] } }
      const made = yield* send(`${list}/ext/xlsx/1`, { method: "PUT", body, headers: credentials.moderatorToken })
      expect(made.status, made.text).toBe(200)
      for (const headers of [credentials.ownerless, credentials.moderatorToken]) {
        for (const query of ["sort=timings.asc", "monolingual=en", "includeFields[]=title.fr&includeFields[]=location"]) {
          const rows = csvRows((yield* send(`${list}.csv?${query}`, { headers })).bytes)
          const sheet = yield* rowsAt(query, headers)
          expect(sheet.map((row) => Object.keys(row))).toEqual(rows.map((row) => Object.keys(row)))
          expect(sheet.map(({ uid }) => String(uid))).toEqual(rows.map(({ uid }) => uid))
        }
      }
      const [event = {}] = yield* rowsAt("keyword=xlsx", credentials.ownerless)
      expect(event).toMatchObject({ "title.fr": title.fr, "title.en": title.en })
    }))

  it.effect("is cached like lists when it is short", () =>
    Effect.gen(function*() {
      const { credentials, send } = yield* TestWorld
      const ask = send(`${list}.xlsx?keyword=jazz`, { headers: credentials.ownerless })
      const first = yield* ask
      expect(first.headers["content-length"]).toBe(String(first.bytes.length))
      for (let round = 0; round < 2; round++) expect(Buffer.from((yield* ask).bytes).equals(first.bytes)).toBe(true)
    }))
})
