import { Agendas } from "@agenda-engine/core/services/Agendas"
import { Keys } from "@agenda-engine/core/services/Keys"
import { exportFormatNames } from "@agenda-engine/http/query/exportFormat"
import { describe, expect, it } from "@effect/vitest"
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Zlib from "node:zlib"
import { rawExchange } from "../world/rawExchange.js"
import { agendas, type Answer, make } from "../world/World.js"
import { countSearches, importEvents } from "./manyEvents.js"
import { uidsIn } from "./readExport.js"

/** More than are read at once. */
const many = 250

/** A world with many events; `search.after` runs after each search. */
const filled = Effect.gen(function*() {
  const { search, stores } = countSearches()
  const world = yield* make(stores)
  yield* world.within(Effect.orDie(importEvents(agendas.main, many)))
  return { ...world, search }
})

const agendaKey = { kind: "agenda", ownerUid: null, agendaUids: [agendas.main], operations: null, expiresAt: null } as const

describe("long exports", () => {
  it.scopedLive("are streamed in order, compressed where asked, and end at their size", () =>
    Effect.gen(function*() {
      const { credentials, search, send } = yield* filled
      const list = `/v2/agendas/${agendas.main}/events`
      const listed: Array<number> = []
      for (const from of [0, 200]) {
        const { body } = yield* send(`${list}?size=200&from=${from}`, { headers: credentials.ownerless })
        const events: ReadonlyArray<{ readonly uid: number }> = Object(body).events
        listed.push(...events.map(({ uid }) => uid))
      }
      expect(listed).toHaveLength(many)
      for (const format of exportFormatNames) {
        const path = `/agendas/${agendas.main}/events.v2.${format}`
        const uids = ({ bytes }: Answer) => Effect.promise(() => uidsIn[format](bytes))
        const whole = yield* send(path)
        expect([whole.status, whole.headers["content-length"]], format).toEqual([200, undefined])
        expect(yield* uids(whole), format).toEqual(listed)
        expect(yield* uids(yield* send(`${path}?size=150`)), format).toEqual(listed.slice(0, 150))
        expect(yield* uids(yield* send(`${path}?from=100&size=120`)), format).toEqual(listed.slice(100, 220))
        const head = yield* send(path, { method: "HEAD" })
        expect([head.status, head.text, head.headers.etag], format).toEqual([200, "", whole.headers.etag])
        const coded = yield* send(path, { headers: { "accept-encoding": "gzip" } })
        if (coded.headers["content-encoding"] === "gzip") expect(Zlib.gunzipSync(coded.bytes).equals(whole.bytes), format).toBe(true)
        const before = search.count
        expect((yield* send(path, { headers: { "if-none-match": String(whole.headers.etag) } })).status, format).toBe(304)
        expect(search.count, format).toBe(before)
      }
    }), 120_000)

  it.scopedLive("are cut off without their end when the agenda becomes private in the middle", () =>
    Effect.gen(function*() {
      const { port, search, within } = yield* filled
      const setPrivate = (isPrivate: boolean) =>
        Effect.orDie(within(Effect.asVoid(Effect.flatMap(Agendas, (all) => all.update(agendas.main, { private: isPrivate })))))
      for (const [index, format] of exportFormatNames.entries()) {
        // Each has a filter of its own, so that none is in the page cache.
        const request = `GET /agendas/${agendas.main}/events.v2.${format}?timings[gte]=2020-01-0${
          index + 1
        } HTTP/1.1\r\nhost: a\r\naccept-encoding: identity\r\nconnection: close\r\n\r\n`
        const first = search.count + 2
        search.after = Effect.suspend(() => search.count === first ? setPrivate(true) : Effect.void)
        const answer = yield* rawExchange(port, request)
        expect(answer, format).toMatch(/^HTTP\/1\.1 200 /)
        expect(answer.endsWith("0\r\n\r\n"), format).toBe(false)
        search.after = Effect.void
        yield* setPrivate(false)
        expect((yield* rawExchange(port, request)).endsWith("0\r\n\r\n"), format).toBe(true)
      }
    }), 120_000)

  it.scopedLive("are cut off without their end when the key of the reader is revoked in the middle", () =>
    Effect.gen(function*() {
      const { port, search, within } = yield* filled
      const withKeys = <A, E>(use: (keys: Context.Tag.Service<Keys>) => Effect.Effect<A, E>) =>
        Effect.orDie(within(Effect.orDie(Effect.flatMap(Keys, use))))
      // Each has a filter of its own, so that none is in the page cache.
      const open = `/agendas/${agendas.main}/events.v2.csv?timings[gte]=2020-02-01`
      const list = `/v2/agendas/${agendas.main}/events.csv?timings[gte]=2020-02-02`
      for (const path of [open, list]) {
        const { id, key } = yield* withKeys((keys) => keys.create(agendaKey))
        const first = search.count + 2
        search.after = Effect.suspend(() => search.count === first ? withKeys((keys) => keys.revoke(id)) : Effect.void)
        const answer = yield* rawExchange(port, `GET ${path} HTTP/1.1\r\nhost: a\r\nkey: ${key}\r\nconnection: close\r\n\r\n`)
        expect(answer, path).toMatch(/^HTTP\/1\.1 200 /)
        expect(answer.endsWith("0\r\n\r\n"), path).toBe(false)
        search.after = Effect.void
      }
    }), 120_000)

  it.scopedLive("are the same for identical requests at the same time, and lack what was removed since", () =>
    Effect.gen(function*() {
      const { credentials, send } = yield* filled
      const events = `/v2/agendas/${agendas.main}/events`
      for (const format of exportFormatNames) {
        const ask = send(`${events}.${format}?keyword[]=commun`, { headers: credentials.ownerless })
        const uids = ({ bytes }: Answer) => Effect.promise(() => uidsIn[format](bytes))
        const [first, ...others] = yield* Effect.forEach(
          yield* Effect.all(Array.from({ length: 4 }, () => ask), { concurrency: "unbounded" }),
          uids
        )
        expect(others, format).toEqual([first, first, first])
        const last = first?.at(-1)
        const removed = yield* send(`${events}/${last}`, { method: "DELETE", headers: credentials.administratorToken })
        expect(removed.status, removed.text).toBe(200)
        expect((yield* uids(yield* ask)).filter((uid) => first?.includes(uid)), format).toEqual(first?.slice(0, -1))
      }
    }), 120_000)
})
