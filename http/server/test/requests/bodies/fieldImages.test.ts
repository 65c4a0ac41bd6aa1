import * as MemoryStores from "@agenda-engine/core/memory/MemoryStores"
import { Agendas } from "@agenda-engine/core/services/Agendas"
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import sharp from "sharp"
import { at } from "../../../../test/world/at.js"
import { onlineBody } from "../../../../test/world/bodies.js"
import { csvRows, sheetRows } from "../../exports/readExport.js"
import { formOf } from "../../world/formOf.js"
import { agendas, make } from "../../world/World.js"

const events = `/v2/agendas/${agendas.main}/events`

const editors = ["moderator", "administrator"]

const fields = [
  { field: "cover", label: { fr: "Couverture" }, fieldType: "image" },
  { field: "proof", label: { fr: "Épreuve" }, fieldType: "image", read: editors, write: editors }
]

const jpeg = (background: string, width = 1_400) =>
  Effect.promise(() => sharp({ create: { width, height: 900, channels: 3, background } }).jpeg().toBuffer())

/** A server whose main agenda has these fields. */
const served = Effect.gen(function*() {
  const world = yield* make(MemoryStores.layer)
  yield* world.within(Effect.flatMap(Agendas, (all) => all.update(agendas.main, { schema: { fields } })))
  const write = (
    method: string,
    path: string,
    content: ReturnType<typeof formOf>,
    who: "contributorToken" | "moderatorToken" = "moderatorToken",
    headers: { readonly [name: string]: string } = {}
  ) => world.send(path, { ...content, method, headers: { ...content.headers, ...world.credentials[who], ...headers } })
  return { ...world, write }
})

describe("an additional field of type image", () => {
  it.scopedLive("takes the file of the form that has its code, in the detailed form, in sizes, and by includeFields", () =>
    Effect.gen(function*() {
      const { credentials, send, write } = yield* served
      const { body, status, text } = yield* write("POST", events, formOf(onlineBody, { bytes: yield* jpeg("red") }, "cover"))
      expect(status, text).toBe(200)
      expect(at(body, "warnings")).toBeUndefined()
      const cover = at(body, "event", "cover")
      expect(cover).toMatchObject({ size: { width: 700, height: 450 }, base: "https://agenda.example/images/" })
      expect(at(body, "event", "image")).toBe(null)
      const name = String(at(cover, "filename"))
      expect((yield* send(`/images/${name}?w=300`)).status).toBe(200)
      const read = (query: string) => Effect.map(send(`${events}?${query}`, { headers: credentials.moderatorToken }), ({ body }) => body)
      expect(at(yield* read("detailed=1"), "events", 0, "cover")).toEqual(cover)
      expect(at(yield* read(""), "events", 0)).not.toHaveProperty("cover")
      expect(at(yield* read("if[]=cover.filename&if[]=cover.variants.size.width"), "events", 0)).toMatchObject({
        cover: { filename: name, variants: [{ size: { width: 1_400 } }, { size: { width: 200 } }] }
      })
      expect(at(yield* read("cover=empty"), "total")).toBe(0)
      expect((yield* send(`${events}?if[]=cover.url`, { headers: credentials.moderatorToken })).status).toBe(400)
      // Sent back as it was read, and in a JSON body.
      const path = `${events}/${String(at(body, "event", "uid"))}`
      const whole = { ...onlineBody, cover }
      const again = yield* write("PUT", path, { body: whole, headers: { "content-type": "application/json" } })
      expect(at(again.body, "event")).toEqual(at(body, "event"))
    }))

  it.scopedLive("is refused by its code, is not written by who may not, and ignores the files of no field", () =>
    Effect.gen(function*() {
      const { credentials, send, write } = yield* served
      const file = { bytes: yield* jpeg("red") }
      const wrong = yield* write("POST", events, formOf({ ...onlineBody, proof: 5 }, { bytes: Buffer.from("no picture") }, "cover"))
      expect([wrong.status, at(wrong.body, "errors")]).toEqual([400, [
        expect.objectContaining({ code: "format.unknown", field: "cover" }),
        expect.objectContaining({ code: "type.invalid", field: "proof" })
      ]])
      for (const name of ["proof", "other"]) {
        const made = yield* write("POST", events, formOf(onlineBody, file, name), "contributorToken")
        expect([made.status, at(made.body, "warnings")]).toEqual([200, [expect.objectContaining({ code: "ignored", field: name })]])
      }
      const proof = yield* write("POST", events, formOf({ ...onlineBody, state: 2 }, file, "proof"))
      const path = `${events}/${String(at(proof.body, "event", "uid"))}`
      expect(at(proof.body, "event", "proof", "size", "width")).toBe(700)
      expect(at((yield* send(path, { headers: credentials.ownerless })).body, "event")).not.toHaveProperty("proof")
      expect((yield* send(`${events}.csv`, { headers: credentials.ownerless })).text).not.toContain("proof")
      const place = yield* write("POST", `/v2/agendas/${agendas.main}/locations`, formOf({ name: "Halle" }, file, "cover"))
      expect(place.status).toBe(400)
      const large = yield* write("POST", events, formOf(onlineBody, { bytes: Buffer.alloc(20_971_521) }, "cover"))
      expect(large.status).toBe(413)
    }))

  it.scopedLive("tells retries by the bytes of its file", () =>
    Effect.gen(function*() {
      const { write } = yield* served
      const post = (bytes: Uint8Array) =>
        write("POST", events, formOf(onlineBody, { bytes }, "cover"), "moderatorToken", { "idempotency-key": "cover" })
      const first = yield* post(yield* jpeg("red"))
      const again = yield* post(yield* jpeg("red"))
      expect([first.status, again.status, again.text]).toEqual([200, 200, first.text])
      expect((yield* post(yield* jpeg("blue"))).status).toBe(422)
    }))

  it.scopedLive("is an URL in tables and a picture on the public page", () =>
    Effect.gen(function*() {
      const { credentials, send, write } = yield* served
      const made = yield* write("POST", events, formOf({ ...onlineBody, state: 2 }, { bytes: yield* jpeg("red") }, "cover"))
      const name = String(at(made.body, "event", "cover", "filename"))
      const url = `https://agenda.example/images/${name.replace(".jpg", ".full.jpg")}`
      const table = (format: string) => Effect.map(send(`${events}.${format}`, { headers: credentials.ownerless }), ({ bytes }) => bytes)
      expect(csvRows(yield* table("csv"))).toEqual([expect.objectContaining({ cover: url, image: "" })])
      const workbook = yield* table("xlsx")
      expect(yield* Effect.promise(() => sheetRows(workbook))).toEqual([expect.objectContaining({ cover: url })])
      const page = yield* send(`/agendas/town-agenda/events/${String(at(made.body, "event", "slug"))}`)
      expect(page.text).toContain(`<a href="${url}"><img src="https://agenda.example/images/${name}" srcset=`)
    }))
})
