import { expect, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { browser, violationsIn } from "../../world/browser.js"
import { demoWorld } from "../../world/DemoWorld.js"
import { TestWorld } from "../../world/TestWorld.js"

const town = "/agendas/saint-aubry?lang=en"

layer(demoWorld, { excludeTestServices: true })("the search field of an agenda's page", (it) => {
  it.effect("shows suggestions while a search is typed", () =>
    Effect.gen(function*() {
      const { url } = yield* TestWorld
      const opened = yield* browser
      const page = yield* Effect.promise(() => opened.newPage())
      const refused: Array<string> = []
      page.on("console", (message) => message.type() === "error" && refused.push(message.text()))
      yield* Effect.promise(() => page.goto(`${url}${town}`))
      const field = page.getByRole("combobox", { name: "Search the events" })
      yield* Effect.promise(() => field.pressSequentially("fest"))
      const options = page.locator("#suggestions option")
      yield* Effect.promise(() => options.first().waitFor({ state: "attached" }))
      const texts = yield* Effect.promise(() => options.evaluateAll((found) => found.map((one) => one.getAttribute("value") ?? "")))
      expect(texts.length).toBeLessThanOrEqual(8)
      expect(texts.some((text) => /^fest/i.test(text))).toBe(true)
      expect(yield* Effect.promise(() => violationsIn(page))).toEqual([])
      yield* Effect.promise(() => field.fill(texts[0] ?? ""))
      yield* Effect.promise(() => field.press("Enter"))
      yield* Effect.promise(() => page.waitForURL(/search=/))
      expect(yield* Effect.promise(() => page.locator(".item").count())).toBeGreaterThan(0)
      expect(refused).toEqual([])
    }).pipe(Effect.scoped))

  it.effect("sends the form where scripts do not run", () =>
    Effect.gen(function*() {
      const { url } = yield* TestWorld
      const opened = yield* browser
      const page = yield* Effect.promise(() => opened.newPage({ javaScriptEnabled: false }))
      yield* Effect.promise(() => page.goto(`${url}${town}`))
      yield* Effect.promise(() => page.locator("#search").fill("festival"))
      yield* Effect.promise(() => page.locator("#search").press("Enter"))
      yield* Effect.promise(() => page.waitForURL(/search=festival/))
      expect(yield* Effect.promise(() => page.locator("#suggestions option").count())).toBe(0)
    }).pipe(Effect.scoped))
})
