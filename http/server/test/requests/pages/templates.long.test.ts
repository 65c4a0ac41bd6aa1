import * as MemoryStores from "@agenda-engine/core/memory/MemoryStores"
import { expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { readFileSync } from "node:fs"
import { templatesExample } from "../../../../test/world/templatesExample.js"
import { browser, overflowOf, screens, violationsIn } from "../../world/browser.js"
import { make } from "../../world/World.js"

it("docs/http.md shows http/examples/pageTemplates.ts unchanged", () => {
  const text = readFileSync(new URL("../../../../../docs/http.md", import.meta.url), "utf8")
  expect(text).toContain(`\`\`\`ts\n${templatesExample.source}\`\`\``)
})

it.scoped("its pages have their style, a header of the host, and every part of the default pages", () =>
  Effect.gen(function*() {
    const { url } = yield* make(MemoryStores.layer, { settings: { publicUrl: null } })
    const page = yield* Effect.flatMap(browser, (opened) => Effect.promise(() => opened.newPage({ viewport: screens.phone })))
    const refused: Array<string> = []
    page.on("console", (message) => refused.push(message.text()))
    yield* Effect.promise(() => page.goto(`${url}/agendas/town-agenda?lang=en`))
    const shown = yield* Effect.promise(() =>
      page.evaluate(() => {
        const styleOf = (name: string) => {
          const element = document.querySelector(name)
          return element === null ? null : getComputedStyle(element)
        }
        return {
          lang: document.documentElement.lang,
          border: styleOf(".town")?.borderBottomWidth,
          button: styleOf("button")?.backgroundColor,
          margin: styleOf("body")?.margin,
          title: document.querySelector("h1")?.textContent
        }
      })
    )
    expect(shown).toEqual({ lang: "en", border: "3px", button: "rgb(29, 78, 216)", margin: "0px", title: "Town agenda" })
    expect(refused).toEqual([])
    expect(yield* Effect.promise(() => overflowOf(page))).toBe(0)
    expect(yield* Effect.promise(() => violationsIn(page))).toEqual([])
  }).pipe(Effect.provide(templatesExample.layer)))
