import * as MemoryStores from "@agenda-engine/core/memory/MemoryStores"
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import sharp from "sharp"
import { at } from "../../../../test/world/at.js"
import { locationBody, onlineBody } from "../../../../test/world/bodies.js"
import { agendas, make, type World } from "../../world/World.js"

const events = `/v2/agendas/${agendas.main}/events`
const locations = `/v2/agendas/${agendas.main}/locations`

const jpeg = Effect.promise(() => sharp({ create: { width: 8, height: 8, channels: 3, background: "#3366cc" } }).jpeg().toBuffer())

/** How clients send the JSON of a form. */
const dataParts: ReadonlyArray<readonly [label: string, part: (text: string) => string | Blob, name?: string]> = [
  ["a text", (text) => text],
  ["a Blob of JSON, as generated clients do", (text) => new Blob([text], { type: "application/json" })],
  ["a Blob with a charset", (text) => new Blob([text], { type: "application/json; charset=utf-8" })],
  ["a Blob without a type", (text) => new Blob([text])],
  ["a Blob of bytes", (text) => new Blob([text], { type: "application/octet-stream" })],
  ["a file", (text) => new Blob([text], { type: "text/plain" }), "data.json"]
]

const form = (...[data, [, part, name]]: readonly [data: object, part: (typeof dataParts)[number]]): FormData => {
  const body = new FormData()
  const made = part(JSON.stringify(data))
  if (typeof made === "string") body.append("data", made)
  else if (name === undefined) body.append("data", made)
  else body.append("data", made, name)
  return body
}

/** Sends a form with `fetch`, as browsers and generated clients do. */
const sending = ({ credentials, url }: World) => (method: string, path: string, body: FormData | Uint8Array<ArrayBuffer>, type?: string) =>
  Effect.promise(async () => {
    const headers = { ...credentials.administratorToken, ...(type === undefined ? {} : { "content-type": type }) }
    const response = await fetch(`${url}${path}`, { method, headers, body })
    const answer: unknown = await response.json()
    return { status: response.status, body: answer, text: JSON.stringify(answer) }
  })

describe("a part of a form is judged by its name:", () => {
  it.scopedLive("data is JSON in every form that clients send", () =>
    Effect.gen(function*() {
      const send = sending(yield* make(MemoryStores.layer))
      const image = new Blob([new Uint8Array(yield* jpeg)], { type: "image/jpeg" })
      const withImage = (data: object, part: (typeof dataParts)[number]) => {
        const body = form(data, part)
        body.append("image", image, "picture.jpg")
        return body
      }
      for (const part of dataParts) {
        const [label] = part
        const written = Effect.fnUntraced(function*(subject: string, method: string, path: string, data: object) {
          const answer = yield* send(method, path, withImage(data, part))
          expect(answer.status, `${label}: ${answer.text}`).toBe(200)
          expect(at(answer.body, "warnings"), label).toBeUndefined()
          expect(String(at(answer.body, subject, "image", "filename")), `${label}: ${path}`).toMatch(/\.jpg$/)
          return Number(at(answer.body, subject, "uid"))
        })
        const uid = yield* written("event", "POST", events, onlineBody)
        yield* written("event", "PUT", `${events}/${uid}`, onlineBody)
        yield* written("event", "PATCH", `${events}/${uid}`, { title: { fr: "Renamed" } })
        yield* written("event", "PUT", `${events}/ext/key/${encodeURIComponent(label)}`, onlineBody)
        const place = yield* written("location", "POST", locations, locationBody)
        yield* written("location", "PATCH", `${locations}/${place}`, { name: "Renamed" })
        yield* written("location", "POST", `${locations}/${place}`, locationBody)
        expect((yield* send("POST", events, form(onlineBody, part))).status, label).toBe(200)
      }
    }))

  it.scopedLive("the token is text as a Blob", () =>
    Effect.gen(function*() {
      const { credentials, url } = yield* make(MemoryStores.layer)
      const body = new FormData()
      body.append("access_token", new Blob([credentials.administratorToken["access-token"]], { type: "text/plain" }))
      body.append("data", new Blob([JSON.stringify(onlineBody)], { type: "application/json" }))
      expect(yield* Effect.promise(async () => (await fetch(`${url}${events}`, { method: "POST", body })).status)).toBe(200)
    }))

  it.scopedLive("an image is a file without a filename, whatever its headers are", () =>
    Effect.gen(function*() {
      const world = yield* make(MemoryStores.layer)
      for (const header of ["content-type: image/jpeg", "content-type: application/octet-stream", "x-part: 1"]) {
        const body = (bytes: Uint8Array, data: object) =>
          new Uint8Array(Buffer.concat([
            Buffer.from(`--part\r\ncontent-disposition: form-data; name="data"\r\n\r\n${JSON.stringify(data)}\r\n`),
            Buffer.from(`--part\r\ncontent-disposition: form-data; name="image"\r\n${header}\r\n\r\n`),
            bytes,
            Buffer.from("\r\n--part--\r\n")
          ]))
        for (const [path, subject, data] of [[events, "event", onlineBody], [locations, "location", locationBody]] as const) {
          const answer = yield* sending(world)("POST", path, body(yield* jpeg, data), "multipart/form-data; boundary=part")
          expect(answer.status, `${header}: ${answer.text}`).toBe(200)
          expect(String(at(answer.body, subject, "image", "filename")), header).toMatch(/\.jpg$/)
          const empty = yield* sending(world)("POST", path, body(new Uint8Array(), data), "multipart/form-data; boundary=part")
          expect([empty.status, at(empty.body, subject, "image") ?? null], `${header}: ${empty.text}`).toEqual([200, null])
        }
      }
    }))
})
