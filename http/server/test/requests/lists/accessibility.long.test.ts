import { expect, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { browser, eagerImagesIn, overflowOf, screens, violationsIn } from "../../world/browser.js"
import { demoWorld, festivalPage } from "../../world/DemoWorld.js"
import { TestWorld } from "../../world/TestWorld.js"

const town = "/agendas/saint-aubry"

layer(demoWorld, { excludeTestServices: true })("public pages in a browser", (it) => {
  it.effect("are accessible, fit the screen and load nothing from other hosts", () =>
    Effect.gen(function*() {
      const { send, url } = yield* TestWorld
      const { text } = yield* send(festivalPage)
      for (const part of ["<img", "tiers", "prose", "badge"]) expect(text).toContain(part)
      const [, slot = ""] = /<ul class="dates"><li><a href="([^"]*)"/.exec(text) ?? []
      const opened = yield* browser
      const looks = [
        [screens.phone, "light", [town, slot, "/agendas/never"]],
        [screens.desktop, "dark", [`${town}?lang=fr&month=2025-07`, `${town}?search=nothing`, festivalPage]]
      ] as const
      for (const [viewport, colorScheme, paths] of looks) {
        const page = yield* Effect.promise(() => opened.newPage({ viewport, colorScheme, locale: "en-GB" }))
        const asked = new Set<string>()
        const refused: Array<string> = []
        const sizes: Array<string> = []
        page.on("request", (request) => asked.add(new URL(request.url()).origin))
        page.on("console", (message) => {
          if (message.text().includes("Content Security Policy")) refused.push(message.text())
        })
        for (const path of paths) {
          yield* Effect.promise(() => page.goto(`${url}${path}`))
          expect([path, yield* Effect.promise(() => violationsIn(page))]).toEqual([path, []])
          expect([path, yield* Effect.promise(() => overflowOf(page))]).toEqual([path, 0])
          sizes.push(...yield* Effect.promise(() => eagerImagesIn(page)))
        }
        expect([...asked]).toEqual([url])
        expect(refused).toEqual([])
        // The next step from the width of the image on this screen.
        expect(sizes).toEqual([viewport === screens.phone ? "?w=640" : "?w=960"])
      }
    }).pipe(Effect.scoped))
})
