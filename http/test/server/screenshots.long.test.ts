import { expect, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { mkdirSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { browser, overflowOf, screens, violationsIn } from "../world/browser.js"
import { FilledWorld } from "../world/FilledWorld.js"
import { TestWorld } from "../world/TestWorld.js"

const town = "/agendas/town-agenda"

/** Where the pictures are left, to be looked at. */
const folder = join(tmpdir(), "agenda-engine-screenshots")

layer(FilledWorld.layer, { excludeTestServices: true })("screenshots of public pages", (it) => {
  it.effect("are taken on every screen, in both schemes and every language, of accessible pages", () =>
    Effect.gen(function*() {
      mkdirSync(folder, { recursive: true })
      const { send, url } = yield* TestWorld
      const [, event = ""] = /<h2[^>]*><a href="([^"]*)">/.exec((yield* send(town)).text) ?? []
      const opened = yield* browser
      for (const [screen, viewport] of Object.entries(screens)) {
        for (const colorScheme of ["light", "dark"] as const) {
          const page = yield* Effect.promise(() => opened.newPage({ viewport, colorScheme }))
          for (const lang of ["en", "fr", "de", "it", "es", "nl", "pt"]) {
            for (const [name, path] of [["agenda", town], ["event", event], ["missing", "/agendas/never"]] as const) {
              yield* Effect.promise(() => page.goto(`${url}${path}?lang=${lang}`))
              expect([name, lang, yield* Effect.promise(() => violationsIn(page))]).toEqual([name, lang, []])
              const path_png = join(folder, `${name}-${lang}-${screen}-${colorScheme}.png`)
              const png = yield* Effect.promise(() => page.screenshot({ path: path_png, fullPage: true }))
              expect([path_png, png.length > 5_000, yield* Effect.promise(() => overflowOf(page))]).toEqual([path_png, true, 0])
            }
          }
        }
      }
    }).pipe(Effect.scoped))
})
