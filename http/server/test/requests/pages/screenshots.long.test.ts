import { expect, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { mkdirSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { browser, overflowOf, screens, violationsIn } from "../../world/browser.js"
import { demoWorld, festivalPage } from "../../world/DemoWorld.js"
import { TestWorld } from "../../world/TestWorld.js"

/** Where the pictures are left, to be looked at: `http/server/screenshots`, which is no part of the repository. */
const folder = fileURLToPath(new URL("../../../screenshots", import.meta.url))

layer(demoWorld, { excludeTestServices: true })("screenshots of public pages", (it) => {
  it.effect("are taken on every screen, in both colour schemes and every language, of accessible pages", () =>
    Effect.gen(function*() {
      mkdirSync(folder, { recursive: true })
      const { url } = yield* TestWorld
      const opened = yield* browser
      for (const [screen, viewport] of Object.entries(screens)) {
        for (const colorScheme of ["light", "dark"] as const) {
          const page = yield* Effect.promise(() => opened.newPage({ viewport, colorScheme }))
          for (const lang of ["en", "fr", "de", "it", "es", "nl", "pt"]) {
            for (
              const [name, path] of [["agenda", "/agendas/saint-aubry"], ["event", festivalPage], ["missing", "/agendas/never"]] as const
            ) {
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
