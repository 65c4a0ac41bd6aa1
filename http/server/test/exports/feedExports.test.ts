import { expect, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { parseJsonFeed, parseRssFeed } from "feedsmith"
import { at } from "../../../test/world/at.js"
import { expectProblem } from "../world/expectProblem.js"
import { FilledWorld } from "../world/FilledWorld.js"
import { TestWorld } from "../world/TestWorld.js"
import { agendas } from "../world/World.js"
import { readRss } from "./readExport.js"

const open = `/agendas/${agendas.main}/events.v2`
const list = `/v2/agendas/${agendas.main}/events`

layer(FilledWorld.layer, { excludeTestServices: true })("feeds", (it) => {
  it.effect("as JSON Feed have texts in one language, and when and where events are", () =>
    Effect.gen(function*() {
      const { send } = yield* TestWorld
      const { events } = yield* FilledWorld
      const answer = yield* send(`${open}.json-feed?slug=jazz&lang=fr`)
      const feed = parseJsonFeed(answer.text)
      expect(feed).toMatchObject({
        title: "Town agenda",
        home_page_url: "https://agenda.example/agendas/town-agenda",
        feed_url: `https://agenda.example${open}.json-feed?slug=jazz&lang=fr`,
        language: "fr"
      })
      expect(at(answer.body, "version")).toBe("https://jsonfeed.org/version/1.1")
      expect(feed.items).toMatchObject([{
        id: `${events.get("jazz")}@agenda-engine`,
        title: "Concert de jazz",
        content_html: expect.stringContaining("1er et 2 juillet"),
        date_published: "2025-06-15T15:06:40.000Z",
        tags: ["Jazz", "Plein air"]
      }])
      expect(at(answer.body, "items", "0", "_event")).toMatchObject({
        uid: events.get("jazz"),
        timezone: "Europe/Paris",
        timings: [{ begin: "2025-07-01T19:00:00+02:00", end: "2025-07-01T22:00:00+02:00" }, { begin: "2025-07-02T19:00:00+02:00" }],
        location: { city: "Quimper" }
      })
    }))

  it.effect("as RSS have texts in one language, and when and where events are", () =>
    Effect.gen(function*() {
      const { send } = yield* TestWorld
      const { events } = yield* FilledWorld
      const { bytes, text } = yield* send(`${open}.rss?slug=jazz&lang=en`)
      const { items: [jazz], meta } = yield* Effect.promise(() => readRss(bytes))
      expect(meta).toMatchObject({
        "title": "Town agenda",
        "link": "https://agenda.example/agendas/town-agenda",
        "language": "en",
        "xmlurl": `https://agenda.example${open}.rss?slug=jazz&lang=en`,
        "#version": "2.0"
      })
      expect(jazz).toMatchObject({
        "title": "jazz",
        "guid": `${events.get("jazz")}@agenda-engine`,
        "link": expect.stringMatching(/^https:\/\/agenda\.example\/agendas\/town-agenda\/events\//),
        "description": expect.stringContaining("2 July"),
        "categories": ["Jazz", "Plein air"],
        "ev:startdate": { "#": "2025-07-01T19:00:00+02:00" },
        "ev:enddate": { "#": "2025-07-01T22:00:00+02:00" },
        "ev:location": { "#": expect.stringContaining("Quimper") }
      })
      expect(jazz?.pubdate?.toISOString()).toBe("2025-06-15T15:06:40.000Z")
      expect(parseRssFeed(text).items).toMatchObject([{
        guid: { isPermaLink: false },
        content: { encoded: expect.stringContaining("<p>") }
      }])
    }))

  it.effect("are in the language that is asked for, else in the agenda's", () =>
    Effect.gen(function*() {
      const { send } = yield* TestWorld
      const titleAt = (query: string, headers = {}) =>
        Effect.map(send(`${open}.json-feed?search=rock&${query}`, { headers }), ({ body }) => at(body, "items", "0", "title"))
      expect(yield* titleAt("")).toBe("Rock et jazz")
      expect(yield* titleAt("", { "accept-language": "en" })).toBe("Rock et jazz")
      expect(yield* titleAt("lang=en")).toBe("rock")
      expect(yield* titleAt("monolingual=en")).toBe("rock")
      expect(yield* titleAt("lang=de")).toBe("Rock et jazz")
      expectProblem(yield* send(`${open}.rss?lang=123`), 400, "parameters", expect.any(String))
    }))

  it.effect("link to the next page where they do not have all events, and contain no key", () =>
    Effect.gen(function*() {
      const { credentials, send } = yield* TestWorld
      const whole = yield* send(`${list}.json-feed?sort=timings.asc`, { headers: credentials.ownerless })
      const titles: Array<unknown> = []
      let next = `https://agenda.example${list}.json-feed?sort=timings.asc&size=2&key=${credentials.ownerless.key}`
      for (let pages = 0; next !== "" && pages < 5; pages++) {
        const { body, text } = yield* send(next.replace("https://agenda.example", ""), { headers: credentials.ownerless })
        expect(text).not.toContain(credentials.ownerless.key)
        const items = at(body, "items")
        if (Array.isArray(items)) titles.push(...items.map((item: unknown) => at(item, "title")))
        const following = at(body, "next_url")
        next = typeof following === "string" ? following : ""
      }
      expect(titles).toHaveLength(5)
      expect(parseJsonFeed(whole.text).items?.map(({ title }) => title)).toEqual(titles)
      expect((yield* send(`${list}.rss?size=2`, { headers: credentials.ownerless })).text).toContain('<atom:link rel="next"')
    }))
})
