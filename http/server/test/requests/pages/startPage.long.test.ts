import * as MemoryStores from "@agenda-engine/core/memory/MemoryStores"
import type { HttpSettings } from "@agenda-engine/http/HttpSettings"
import { expect, it, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { at } from "../../../../test/world/at.js"
import { eventBody, locationBody } from "../../../../test/world/bodies.js"
import { browser, overflowOf, screens, violationsIn } from "../../world/browser.js"
import { demoWorld, festivalPage } from "../../world/DemoWorld.js"
import { TestWorld } from "../../world/TestWorld.js"
import { agendas, make } from "../../world/World.js"

const site = {
  name: "Town of Saint-Aubry",
  url: "https://town.example/",
  imprintUrl: "https://town.example/imprint",
  accessibilityUrl: "/accessibility"
}

const footer = [
  '<a href="/">Agendas</a>',
  '<a href="https://town.example/imprint">Legal notice</a>',
  '<a href="/accessibility">Accessibility statement</a>'
]

it.scoped("the start page links to the public agendas, and every page to the site", () =>
  Effect.gen(function*() {
    const { send, url } = yield* make(MemoryStores.layer, { settings: { startPage: true, publicUrl: null, site } })
    const start = yield* send("/?lang=en")
    expect(start.status).toBe(200)
    expect([...start.text.matchAll(/<h2[^>]*><a href="([^"]*)">([^<]*)</g)].map((found) => found.slice(1))).toEqual([
      ["/agendas/town-agenda?lang=en", "Town agenda"],
      ["/agendas/other-agenda?lang=en", "Other agenda"]
    ])
    expect(start.headers.vary).toContain("accept-language")
    for (const secret of ["Private", "private-agenda", "unindexed"]) expect(start.text).not.toContain(secret)
    expect((yield* send("/", { headers: { "accept-language": "de" } })).text).toContain("<h1>Veranstaltungskalender</h1>")
    expect((yield* send("/", { method: "POST" })).status).toBe(405)
    for (const path of ["/", "/agendas/town-agenda", "/agendas/never"]) {
      const { text } = yield* send(`${path}?lang=en`)
      expect(text).toContain('<header class="site"><p><a href="https://town.example/">Town of Saint-Aubry</a></p></header>')
      for (const link of footer) expect([path, text]).toEqual([path, expect.stringContaining(link)])
    }
    expect((yield* send("/agendas/never?lang=en")).text).toContain('<a class="button quiet" href="/">Agendas</a>')
    expect((yield* send("/embed/agendas/town-agenda?lang=en")).text).not.toContain("Saint-Aubry")
    const page = yield* Effect.flatMap(browser, (opened) => Effect.promise(() => opened.newPage({ viewport: screens.phone })))
    for (const path of ["/?lang=en", "/agendas/never?lang=en"]) {
      yield* Effect.promise(() => page.goto(`${url}${path}`))
      expect([path, yield* Effect.promise(() => violationsIn(page)), yield* Effect.promise(() => overflowOf(page))]).toEqual([path, [], 0])
    }
  }))

it.scoped("there is no start page unless a setting asks for it, and a 404 page then leads to the site", () =>
  Effect.gen(function*() {
    const { send } = yield* make(MemoryStores.layer, { settings: { site } })
    for (const method of ["GET", "POST"]) expect((yield* send("/", { method })).status).toBe(404)
    expect((yield* send("/agendas/never?lang=en")).text).toContain(
      '<a class="button quiet" href="https://town.example/">Town of Saint-Aubry</a>'
    )
    const disabled = yield* make(MemoryStores.layer, { settings: { pages: false, startPage: true } })
    expect((yield* disabled.send("/")).status).toBe(404)
  }))

it.scoped("a handler that is mounted at a path has its start page there", () =>
  Effect.gen(function*() {
    const { send } = yield* make(MemoryStores.layer, { settings: { startPage: true, publicUrl: null, basePath: "/calendar" } })
    const start = yield* send("/calendar/")
    expect([start.status, (yield* send("/")).status]).toEqual([200, 404])
    expect(start.text).toContain('href="/calendar/agendas/town-agenda"')
    expect((yield* send("/calendar")).status).toBe(200)
    expect((yield* send("/calendar/agendas/never")).text).toContain('href="/calendar/"')
  }))

it.scoped("the page of an event has a map only where the settings name a server of tiles", () =>
  Effect.gen(function*() {
    const pageWith = (settings: Partial<HttpSettings>) =>
      Effect.gen(function*() {
        const { credentials: { moderatorToken }, send } = yield* make(MemoryStores.layer, { settings })
        const write = (path: string, body: unknown) =>
          send(`/v2/agendas/${agendas.main}${path}`, { method: "POST", body, headers: moderatorToken })
        const { body: located } = yield* write("/locations", { ...locationBody, latitude: 48.8584, longitude: 2.2945 })
        const { body } = yield* write("/events", { ...eventBody, locationUid: at(located, "location", "uid"), state: 2 })
        return yield* send(`/agendas/town-agenda/events/${String(at(body, "event", "slug"))}?lang=en`)
      })
    const plain = yield* pageWith({})
    expect(plain.text).not.toContain('<svg class="map"')
    expect(plain.headers["content-security-policy"]).not.toContain("tiles.example")
    const shown = yield* pageWith({ map: { tilesUrl: "https://tiles.example/{z}/{x}/{y}.png", attribution: "© <Mappers>" } })
    expect(shown.text).toContain('<image href="https://tiles.example/16/33185/22545.png"')
    expect(shown.text).toContain("<small>© &lt;Mappers&gt;</small>")
    expect(shown.headers["content-security-policy"]).toMatch(/img-src [^;]* https:\/\/tiles\.example;/)
  }))

layer(demoWorld, { excludeTestServices: true })("pages", (it) => {
  it.effect("give featured events a heading, show coordinates, and print their address without grey cards", () =>
    Effect.gen(function*() {
      const { send, url } = yield* TestWorld
      const { text } = yield* send("/agendas/saint-aubry?lang=en")
      expect(text).toMatch(/<h2 class="group" id="featured">Featured<\/h2><ul class="list"><li class="item">/)
      expect((yield* send("/agendas/saint-aubry?lang=en&search=festival")).text).not.toContain('id="featured"')
      const event = yield* send(`${festivalPage}?lang=en`)
      expect(event.text).toMatch(/<span class="coordinates">-?\d+(?:\.\d+)?, -?\d+(?:\.\d+)?<\/span>/)
      const page = yield* Effect.flatMap(browser, (opened) => Effect.promise(() => opened.newPage({ viewport: screens.desktop })))
      yield* Effect.promise(() => page.goto(`${url}${festivalPage}?lang=en`))
      yield* Effect.promise(() => page.emulateMedia({ media: "print" }))
      const printed = yield* Effect.promise(() =>
        page.evaluate(() => {
          const shown = (name: string) => {
            const element = document.querySelector(name)
            return element === null ? null : getComputedStyle(element)
          }
          return {
            address: document.querySelector<HTMLElement>(".printed")?.innerText,
            body: shown("body")?.backgroundColor,
            aside: shown(".aside")?.backgroundColor,
            actions: shown(".actions")?.display
          }
        })
      )
      expect(printed).toEqual({
        address: `${url}${festivalPage}?lang=en`,
        body: "rgb(255, 255, 255)",
        aside: "rgba(0, 0, 0, 0)",
        actions: "none"
      })
    }).pipe(Effect.scoped))
})
