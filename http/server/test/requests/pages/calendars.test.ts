import { MailBox } from "@agenda-engine/conformance/testing/MailBox"
import { formatUtc } from "@agenda-engine/core/derive/dates/formatInstant"
import { StoreError } from "@agenda-engine/core/domain/error/EngineError"
import * as Engine from "@agenda-engine/core/Engine"
import * as MemoryStores from "@agenda-engine/core/memory/MemoryStores"
import { EventSearch } from "@agenda-engine/core/ports/event/EventSearch"
import * as WebCryptoSecrets from "@agenda-engine/core/secrets/WebCryptoSecrets"
import { Agendas } from "@agenda-engine/core/services/Agendas"
import { Transfer } from "@agenda-engine/core/services/Transfer"
import * as WebHandler from "@agenda-engine/http/WebHandler"
import * as Pages from "@agenda-engine/pages/Pages"
import * as MarkdownRichText from "@agenda-engine/richtext/MarkdownRichText"
import { describe, expect, it } from "@effect/vitest"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Stream from "effect/Stream"
import ICAL from "ical.js"
import * as Zlib from "node:zlib"
import { testImages } from "../../../../test/world/testImages.js"
import { rawExchange } from "../../world/rawExchange.js"
import { agendas, make, worldNow } from "../../world/World.js"
import { main, minute, polledWorld, write } from "../lists/polledWorld.js"

const calendar = "/agendas/town-agenda/events.ics"
const step = 10 * minute

/** The begin of a response that is cut off. From Node 24 on, what was not sent yet is lost with the connection. */
const started = Number(process.versions.node.split(".", 1)) < 24 ? /^HTTP\/1\.1 200 / : /^(?:HTTP\/1\.1 200 |$)/

/** More than are read at once. */
const many = 250

const eventLines = (agendaUid: number, count: number) =>
  Array.from({ length: count }, (_, index) => {
    const begin = worldNow + (index + 1) * step
    return JSON.stringify({
      kind: "event",
      agendaUid,
      extId: { key: "place", value: `${index}` },
      data: {
        title: { fr: `Événement ${index}`, en: `Event ${index}` },
        description: { fr: "Une soirée où l'on danse, très tard, sur la grande place.", en: "An evening" },
        keywords: { fr: [index < 3 ? "rare" : "commun"] },
        attendanceMode: 2,
        onlineAccessLink: "https://example.org/live",
        status: 1,
        state: 2,
        timezone: "Europe/Paris",
        timings: [{ begin: formatUtc(begin), end: formatUtc(begin + step) }]
      }
    })
  })

const importAll = (lines: ReadonlyArray<string>) =>
  Effect.flatMap(
    Transfer,
    (transfer) => transfer.import(Stream.fromIterable(lines), { ownerUid: null, dryRun: false, progress: () => Effect.void })
  ).pipe(Effect.tap(({ created }) => expect(created).toBe(lines.length)), Effect.orDie)

const filled = Effect.gen(function*() {
  const world = yield* polledWorld()
  yield* world.within(importAll(eventLines(agendas.main, many)))
  return world
})

/** A world whose searches fail after `broken.after` more of them. */
const breaking = Effect.gen(function*() {
  const broken = { after: Number.POSITIVE_INFINITY }
  const stores = Layer.map(MemoryStores.layer, (context) => {
    const events = Context.get(context, EventSearch)
    return Context.add(context, EventSearch, {
      ...events,
      search: (plan) =>
        Effect.suspend(() =>
          broken.after-- > 0
            ? events.search(plan)
            : Effect.fail(new StoreError({ reason: "Unavailable", operation: "search", cause: new Error("the store is away") }))
        )
    })
  })
  const world = yield* make(stores)
  yield* world.within(importAll(eventLines(agendas.main, many)))
  return { ...world, broken }
})

const titlesIn = (text: string) =>
  new ICAL.Component(ICAL.parse(text)).getAllSubcomponents("vevent").map((component) => new ICAL.Event(component).summary)

describe("the calendar of an agenda", () => {
  it.scopedLive("is cut off without its end when the store fails in the middle", () =>
    Effect.gen(function*() {
      const { broken, port } = yield* breaking
      for (const coding of ["identity", "gzip"]) {
        broken.after = 1
        const request = `GET ${calendar} HTTP/1.1\r\nhost: a\r\naccept-encoding: ${coding}\r\nconnection: close\r\n\r\n`
        const answer = yield* rawExchange(port, request)
        expect(answer).toMatch(started)
        expect(answer.endsWith("0\r\n\r\n"), coding).toBe(false)
      }
    }))

  it.scopedLive("is cut off without its end when the agenda becomes private in the middle", () =>
    Effect.gen(function*() {
      let meanwhile: Effect.Effect<unknown, StoreError> = Effect.void
      const stores = Layer.map(MemoryStores.layer, (context) => {
        const events = Context.get(context, EventSearch)
        return Context.add(context, EventSearch, {
          ...events,
          search: (plan) => Effect.zipLeft(events.search(plan), Effect.suspend(() => meanwhile))
        })
      })
      const { port, within } = yield* make(stores)
      yield* within(importAll(eventLines(agendas.main, many)))
      const request = `GET ${calendar} HTTP/1.1\r\nhost: a\r\naccept-encoding: identity\r\nconnection: close\r\n\r\n`
      expect((yield* rawExchange(port, request)).endsWith("0\r\n\r\n")).toBe(true)
      const hide = Effect.flatMap(Agendas, (all) => all.update(agendas.main, { private: true }))
      meanwhile = Effect.suspend(() => {
        meanwhile = Effect.void
        return Effect.orDie(within(hide))
      })
      const answer = yield* rawExchange(port, request.replace("events.ics", "events.ics?lang=en"))
      expect(answer).toMatch(started)
      expect(answer.endsWith("0\r\n\r\n")).toBe(false)
    }))

  it.scopedLive("is streamed in order and compressed when it is long", () =>
    Effect.gen(function*() {
      const { send } = yield* filled
      const plain = yield* send(`${calendar}?lang=en`)
      expect(plain.status).toBe(200)
      expect(plain.headers["content-length"]).toBe(undefined)
      expect(plain.headers["content-type"]).toBe("text/calendar; charset=utf-8")
      expect(plain.headers["cache-control"]).toBe("public, max-age=60, must-revalidate")
      expect(titlesIn(plain.text)).toEqual(Array.from({ length: many }, (_, index) => `Event ${index}`))
      const br = yield* send(`${calendar}?lang=en`, { headers: { "accept-encoding": "br" } })
      expect(br.headers["content-encoding"]).toBe("br")
      expect(Zlib.brotliDecompressSync(br.bytes).toString("utf8")).toBe(plain.text)
      const gzip = yield* send(`${calendar}?lang=en`, { headers: { "accept-encoding": "gzip" } })
      expect(Zlib.gunzipSync(gzip.bytes).toString("utf8")).toBe(plain.text)
      const head = yield* send(`${calendar}?lang=en`, { method: "HEAD" })
      expect([head.status, head.text, head.headers.etag]).toEqual([200, "", plain.headers.etag])
      const coded = yield* send(`${calendar}?lang=en`, { method: "HEAD", headers: { "accept-encoding": "br" } })
      for (const name of ["content-encoding", "content-type", "etag", "vary"]) expect(coded.headers[name], name).toBe(br.headers[name])
    }))

  it.scopedLive("is 304 until something changes or an event begins or ends", () =>
    Effect.gen(function*() {
      const { clock, searches, send, ...world } = yield* filled
      const { headers: { etag = "" } } = yield* send(`${calendar}?lang=en`)
      const ask = (path: string, more = {}) => send(path, { headers: { "if-none-match": etag, ...more } })
      const before = searches.count
      for (const more of [{}, { "accept-encoding": "br" }, { "accept-encoding": "gzip" }]) {
        const same = yield* ask(`${calendar}?lang=en`, more)
        expect([same.status, same.text, same.headers.etag]).toEqual([304, "", etag])
        expect(same.headers["cache-control"]).toBe("public, max-age=60, must-revalidate")
      }
      expect(searches.count).toBe(before)
      // What it depends on beside the agenda: its language and its filters.
      expect((yield* ask(calendar, { "accept-language": "en" })).status).toBe(304)
      for (const path of [`${calendar}?lang=fr`, `${calendar}?lang=en&keyword=commun`]) expect((yield* ask(path)).status).toBe(200)

      clock.now = worldNow + 2 * step
      const later = yield* ask(`${calendar}?lang=en`)
      expect([later.status, titlesIn(later.text).at(0)]).toEqual([200, "Event 1"])
      const current = String(later.headers.etag)
      const stillThere = { "if-none-match": current }
      expect((yield* ask(`${calendar}?lang=en`, stillThere)).status).toBe(304)
      yield* write({ send, ...world }, `${main}/events/ext/place/5`, "PATCH", { title: { en: "Moved" } })
      expect((yield* ask(`${calendar}?lang=en`, stillThere)).text).toContain("SUMMARY:Moved")
    }))

  it.scopedLive("is cached like lists when it is short", () =>
    Effect.gen(function*() {
      const { searches, send, ...world } = yield* filled
      const short = `${calendar}?keyword=rare`
      const first = yield* send(short, { headers: { "accept-language": "fr" } })
      expect(first.headers["content-length"]).toBe(String(first.bytes.length))
      expect(titlesIn(first.text)).toHaveLength(3)
      yield* send(short, { headers: { "accept-language": "fr" } })
      const before = searches.count
      expect((yield* send(short, { headers: { "accept-language": "fr" } })).text).toBe(first.text)
      expect(searches.count).toBe(before)
      expect(titlesIn((yield* send(short, { headers: { "accept-language": "en" } })).text).at(0)).toBe("Event 0")
      yield* write({ send, ...world }, `${main}/events/ext/place/1`, "PATCH", { keywords: { fr: ["commun"] } })
      expect(titlesIn((yield* send(short, { headers: { "accept-language": "fr" } })).text)).toHaveLength(2)
    }))

  it.scopedLive("is cached by language in an agenda whose slug is v2", () =>
    Effect.gen(function*() {
      const { send, within } = yield* polledWorld()
      const agenda = JSON.stringify({ kind: "agenda", uid: 7, title: "Town", slug: "v2", official: false })
      yield* within(importAll([agenda, ...eventLines(7, 1)]))
      const titles = (language: string) =>
        Effect.map(send("/agendas/v2/events.ics", { headers: { "accept-language": language } }), ({ text }) => titlesIn(text))
      for (const _ of [1, 2]) expect(yield* titles("fr")).toEqual(["Événement 0"])
      expect(yield* titles("en")).toEqual(["Event 0"])
    }))

  it.scopedLive("is read from the store no faster than its client reads it", () =>
    Effect.gen(function*() {
      const searches = { count: 0 }
      const stores = Layer.map(MemoryStores.layer, (context) => {
        const events = Context.get(context, EventSearch)
        const search: typeof events.search = (plan) =>
          Effect.suspend(() => {
            searches.count++
            return events.search(plan)
          })
        return Context.add(context, EventSearch, { ...events, search })
      })
      const engine = yield* Layer.build(
        Engine.layer.pipe(Layer.provide([stores, WebCryptoSecrets.layer, testImages, MarkdownRichText.layer, MailBox.layer]))
      )
      const agenda = JSON.stringify({ kind: "agenda", uid: 7, title: "Town", slug: "town", official: false })
      yield* Effect.provide(importAll([agenda, ...eventLines(7, 600)]), engine)
      const { dispose, handler } = WebHandler.make(Layer.merge(Layer.succeedContext(engine), Pages.layer), { accessLog: false })
      searches.count = 0
      const { body } = yield* Effect.promise(() => handler(new Request("https://host.example/agendas/town/events.ics")))
      const reader = body?.getReader()
      yield* Effect.promise(async () => reader?.read())
      yield* Effect.sleep(50)
      expect(searches.count).toBeLessThan(5)
      while ((yield* Effect.promise(async () => reader?.read()))?.done === false);
      expect(searches.count).toBe(6)
      yield* Effect.promise(dispose)
    }))
})
