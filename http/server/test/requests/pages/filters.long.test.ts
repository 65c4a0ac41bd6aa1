import { formatUtc } from "@agenda-engine/core/derive/dates/formatInstant"
import { parseInstant } from "@agenda-engine/core/domain/time/parseInstant"
import * as MemoryStores from "@agenda-engine/core/memory/MemoryStores"
import { pageLanguages } from "@agenda-engine/pages/pageLanguages"
import { expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { at } from "../../../../test/world/at.js"
import { eventBody, locationBody, onlineBody } from "../../../../test/world/bodies.js"
import { browser, overflowOf, violationsIn } from "../../world/browser.js"
import { agendas, make, type World } from "../../world/World.js"

const page = "/agendas/other-agenda"
const api = `/v2/agendas/${agendas.other}`

const cityOf: { readonly [title: string]: string } = { Jazz: "Quimper", Rock: "Saint-Étienne" }

const events = [
  ["Jazz", ["jazz", "été & co"], "Europe/Paris", "2031-08-01T20:00:00+02:00"],
  ["Rock", ["rock", "jazz"], "Europe/Paris", "2031-08-02T00:30:00+02:00"],
  ["Honolulu", ["rock", "jazz"], "Pacific/Honolulu", "2031-08-01T20:00:00-10:00"],
  ["Kiritimati", [], "Pacific/Kiritimati", "2031-08-01T00:00:00+14:00"]
] as const

const write = ({ credentials, send }: World) =>
  Effect.forEach(events, ([title, keywords, timezone, begin]) =>
    Effect.gen(function*() {
      const headers = credentials.strangerToken
      const adminLevel4 = cityOf[title]
      const place = adminLevel4 === undefined ? onlineBody : yield* Effect.map(
        send(`${api}/locations`, { method: "POST", headers, body: { ...locationBody, name: title, adminLevel4 } }),
        ({ body }) => ({ ...eventBody, locationUid: at(body, "location", "uid") })
      )
      const timings = [{ begin, end: formatUtc((parseInstant(begin) ?? 0) + 3_600_000) }]
      const body = { ...place, title: { en: title }, keywords: { en: keywords }, timezone, timings, state: 2 }
      const made = yield* send(`${api}/events`, { method: "POST", body, headers })
      expect(made.status, made.text).toBe(200)
    }))

const titlesIn = (text: string) => [...text.matchAll(/<h2[^>]*><a href="[^"]*"[^>]*>([^<]*)</g)].map(([, title]) => title)

const optionsIn = (text: string, name: string) =>
  [...(new RegExp(`<select id="${name}".*?</select>`, "s").exec(text)?.[0] ?? "").matchAll(/<option value="([^"]*)"/g)].map(([, value]) =>
    value
  )

const listed: ReadonlyArray<readonly [query: string, titles: ReadonlyArray<string>]> = [
  ["search=&day=&city=&keyword=", ["Kiritimati", "Jazz", "Rock", "Honolulu"]],
  ["city=Quimper", ["Jazz"]],
  ["city=saint-etienne", ["Rock"]],
  ["keyword=jazz", ["Jazz", "Rock", "Honolulu"]],
  ["keyword=JAZZ&city=Quimper", ["Jazz"]],
  ["keyword=%C3%A9t%C3%A9+%26+co", ["Jazz"]],
  ["day=2031-08-01", ["Kiritimati", "Jazz", "Honolulu"]],
  ["day=2031-08-02", ["Rock"]],
  ["day=2031-08-01&keyword=jazz&search=hono", ["Honolulu"]],
  ["day=2031-08-02&month=2031-09", ["Rock"]],
  ["month=2031-08&keyword=rock", ["Rock", "Honolulu"]],
  ["day=2031-08-03", []],
  ["city=Atlantis", []],
  ["keyword=%22%3E%3Cscript%3E", []]
]

it.scoped("filter by the day in the zone of the event, by city and by keyword", () =>
  Effect.gen(function*() {
    const world = yield* make(MemoryStores.layer)
    yield* write(world)
    for (const [query, titles] of listed) {
      const { headers, status, text } = yield* world.send(`${page}?lang=en&${query}`)
      expect([query, status, titlesIn(text)]).toEqual([query, 200, titles])
      expect(headers["cache-control"]).toBe("public, max-age=60, must-revalidate")
      expect(text).not.toContain('"><script>')
      expect(text.includes("Remove the filters"), query).toBe(/(day|city|keyword)=[^&]/.test(query))
      expect(text.includes('content="noindex"'), query).toBe(/(day|city|keyword)=[^&]/.test(query))
    }
    for (const wrong of ["day=2031-02-30", "day=2031-13-01", "day=today", "day=2031-8-1", "day=2031-08-02&page=2"]) {
      expect([wrong, (yield* world.send(`${page}?${wrong}`)).status]).toEqual([wrong, 404])
    }
  }))

it.scoped("the form offers the values in use, the most frequent first, and keeps those that are asked", () =>
  Effect.gen(function*() {
    const world = yield* make(MemoryStores.layer)
    yield* write(world)
    const { text } = yield* world.send(`${page}?lang=en`)
    expect(optionsIn(text, "city")).toEqual(["", "Quimper", "Saint-Étienne"])
    expect(optionsIn(text, "keyword")).toEqual(["", "jazz", "rock", "été &amp; co"])
    const asked = yield* world.send(`${page}?lang=en&city=SAINT-ETIENNE&keyword=polka&day=2031-08-02`)
    expect(asked.text).toContain('<option value="Saint-Étienne" dir="auto" selected>')
    expect(asked.text).toContain('<option value="polka" dir="auto" selected>')
    expect(asked.text).toContain('name="day" value="2031-08-02"')
    expect(asked.text).toContain(`href="${page}?lang=en">Remove the filters`)
  }))

it.scoped("links keep the filters: months without the day, calendars without day and month", () =>
  Effect.gen(function*() {
    const world = yield* make(MemoryStores.layer)
    yield* write(world)
    const { text } = yield* world.send(`${page}?lang=en&keyword=jazz&city=Quimper&day=2031-08-01`)
    expect(text).toContain(`href="${page}?city=Quimper&amp;keyword=jazz&amp;month=2031-08&amp;lang=en"`)
    expect(text).toContain(
      `<link rel="canonical" href="https://agenda.example${page}?city=Quimper&amp;keyword=jazz&amp;day=2031-08-01&amp;lang=en">`
    )
    expect(text).toContain(`href="${page}/events.ics?city=Quimper&amp;keyword=jazz&amp;lang=en"`)
    const calendar = yield* world.send(`${page}/events.ics?city=Quimper&keyword=jazz&lang=en`)
    expect([...calendar.text.matchAll(/^SUMMARY[^:\r]*:(.*)\r$/gm)].map(([, title]) => title)).toEqual(["Jazz"])
    const embed = yield* world.send(`/embed${page}?lang=en&keyword=rock&city=saint-etienne`)
    expect(titlesIn(embed.text)).toEqual(["Rock"])
    expect(embed.text, "an embed has the filters of its address").not.toContain('class="filters"')
  }))

it.scoped("the form is accessible and fits a screen of 320 pixels in every language", () =>
  Effect.gen(function*() {
    const world = yield* make(MemoryStores.layer, { settings: { publicUrl: null } })
    yield* write(world)
    const opened = yield* Effect.flatMap(browser, (one) => Effect.promise(() => one.newPage({ viewport: { width: 320, height: 800 } })))
    const refused: Array<string> = []
    opened.on("console", (message) => refused.push(message.text()))
    for (const lang of pageLanguages) {
      yield* Effect.promise(() => opened.goto(`${world.url}${page}?lang=${lang}`))
      expect([lang, yield* Effect.promise(() => overflowOf(opened))]).toEqual([lang, 0])
    }
    yield* Effect.promise(() => opened.goto(`${world.url}${page}?lang=en`))
    yield* Effect.promise(() => opened.getByLabel("Keyword").selectOption("rock"))
    yield* Effect.promise(() => opened.getByLabel("Day").fill("2031-08-02"))
    yield* Effect.promise(() => opened.getByRole("button", { name: "Filter" }).click())
    expect(titlesIn(yield* Effect.promise(() => opened.content()))).toEqual(["Rock"])
    expect(yield* Effect.promise(() => violationsIn(opened))).toEqual([])
    expect(refused).toEqual([])
  }))
