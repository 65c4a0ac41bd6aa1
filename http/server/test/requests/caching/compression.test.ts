import * as MemoryStores from "@agenda-engine/core/memory/MemoryStores"
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Zlib from "node:zlib"
import { at } from "../../../../test/world/at.js"
import { onlineBody } from "../../../../test/world/bodies.js"
import { agendas, type Answer, make, type World } from "../../world/World.js"

const main = `/v2/agendas/${agendas.main}`

const decode: { readonly [coding: string]: (bytes: Uint8Array) => Uint8Array } = { br: Zlib.brotliDecompressSync, gzip: Zlib.gunzipSync }

const decoded = ({ bytes, headers }: Answer): string =>
  Buffer.from(decode[String(headers["content-encoding"])]?.(bytes) ?? bytes).toString("utf8")

const filled = (settings = {}) =>
  Effect.gen(function*() {
    const world = yield* make(MemoryStores.layer, { settings })
    const event = yield* world.send(`${main}/events`, {
      method: "POST",
      body: { ...onlineBody, longDescription: { fr: "Une soirée de jazz. ".repeat(200) } },
      headers: world.credentials.moderatorToken
    })
    return { ...world, event: `${main}/events/${String(at(event.body, "event", "uid"))}` }
  })

const ask = (world: World, path: string, accepted: string | null, more: { readonly [name: string]: string } = {}, method = "GET") =>
  world.send(path, {
    method,
    headers: { ...world.credentials.ownerless, ...(accepted === null ? {} : { "accept-encoding": accepted }), ...more }
  })

describe("compression", () => {
  it.live("uses the encoding that the client prefers, for the same body", () =>
    Effect.gen(function*() {
      const world = yield* filled()
      for (const path of [world.event, `${main}/events?detailed=1`, "/docs"]) {
        const plain = yield* ask(world, path, null)
        expect([plain.status, plain.headers["content-encoding"]], path).toEqual([200, undefined])
        const tag = String(plain.headers.etag)
        for (
          const [accepted, coding] of [
            ["br", "br"],
            ["gzip", "gzip"],
            ["gzip, deflate, br", "br"],
            ["br;q=0.1, gzip", "gzip"],
            ["identity", undefined],
            ["br;q=0, gzip;q=0", undefined],
            ["zstd", undefined]
          ] as const
        ) {
          const answer = yield* ask(world, path, accepted)
          expect([answer.status, answer.headers["content-encoding"]], `${path} ${accepted}`).toEqual([200, coding])
          expect(answer.headers["content-length"]).toBe(String(answer.bytes.length))
          expect(answer.headers["content-type"]).toBe(plain.headers["content-type"])
          expect(answer.headers.vary).toContain("accept-encoding")
          expect(decoded(answer)).toBe(plain.text)
          expect(answer.headers.etag).toBe(coding === undefined ? tag : tag.replace(/"$/, `-${coding}"`))
          if (coding !== undefined) expect(answer.bytes.length).toBeLessThan(plain.bytes.length / 2)
        }
      }
    }).pipe(Effect.scoped))

  it.live("has its own entity tags, a 304 for each, and headers like the body", () =>
    Effect.gen(function*() {
      const world = yield* filled()
      for (const coding of ["br", "gzip"]) {
        const answer = yield* ask(world, world.event, coding)
        const tag = String(answer.headers.etag)
        for (const _ of [1, 2, 3]) {
          const repeated = yield* ask(world, world.event, coding, { "if-none-match": tag })
          expect([repeated.status, repeated.headers.etag, repeated.text]).toEqual([304, tag, ""])
          expect(repeated.headers["content-encoding"]).toBeUndefined()
          const other = yield* ask(world, world.event, coding === "br" ? "gzip" : "br", { "if-none-match": tag })
          expect(other.status).toBe(200)
          expect((yield* ask(world, world.event, null, { "if-none-match": tag })).status).toBe(200)
        }
        const head = yield* ask(world, world.event, coding, {}, "HEAD")
        expect(head.bytes.length).toBe(0)
        for (const name of ["etag", "content-encoding", "content-length", "content-type", "vary"]) {
          expect(head.headers[name], name).toBe(answer.headers[name])
        }
      }
    }).pipe(Effect.scoped))

  it.live("applies to long errors and to responses of writes, not to short ones", () =>
    Effect.gen(function*() {
      const world = yield* filled()
      const failed = yield* ask(world, `${main}/events?${"size=x&state=y&".repeat(60)}`, "br")
      expect([failed.status, failed.headers["content-encoding"], failed.headers.etag]).toEqual([400, "br", undefined])
      expect(JSON.parse(decoded(failed))).toMatchObject({ status: 400, success: false })
      const headers = { ...world.credentials.moderatorToken, "accept-encoding": "gzip" }
      const patched = yield* world.send(world.event, { method: "PATCH", body: { featured: true }, headers })
      expect([patched.status, patched.headers["content-encoding"]]).toEqual([200, "gzip"])
      expect(patched.headers.etag).toMatch(/-gzip"$/)
      expect(JSON.parse(decoded(patched))).toMatchObject({ success: true })
      const short = yield* ask(world, `${world.event}?if=uid`, "br")
      expect([short.status, short.headers["content-encoding"]]).toEqual([200, undefined])
      expect(short.headers.etag).toMatch(/^"2\.[\w-]{22}"$/)
    }).pipe(Effect.scoped))

  it.live("can be turned off", () =>
    Effect.gen(function*() {
      const world = yield* filled({ compression: false })
      const answer = yield* ask(world, world.event, "br, gzip")
      expect([answer.headers["content-encoding"], answer.headers["content-length"]]).toEqual([undefined, String(answer.bytes.length)])
    }).pipe(Effect.scoped))
})
