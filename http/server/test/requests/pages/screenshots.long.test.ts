import { expect, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { mkdirSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { isNight } from "../../../../../core/test/repository/ofFull.js"
import { onlineBody } from "../../../../test/world/bodies.js"
import { browser, overflowOf, screens, violationsIn } from "../../world/browser.js"
import { demoWorld, festivalPage } from "../../world/DemoWorld.js"
import { TestWorld } from "../../world/TestWorld.js"
import { agendas } from "../../world/World.js"

/** Where the pictures are left, to be looked at: `http/server/screenshots`, which is no part of the repository. */
const folder = fileURLToPath(new URL("../../../screenshots", import.meta.url))

const languages = ["en", "fr", "de", "it", "es", "nl", "pt"]

/** Languages of the screenshots of a screen: all at night and on a light phone, else English, and German if light. */
const languagesOn = (screen: string, colorScheme: string): ReadonlyArray<string> =>
  isNight || (screen === "phone" && colorScheme === "light") ? languages : colorScheme === "light" ? ["en", "de"] : ["en"]

/** Languages whose pages are left as pictures: the others differ in texts alone, and take a second a page. */
const isPictured = (lang: string): boolean => isNight || lang === "en" || lang === "de"

layer(demoWorld, { excludeTestServices: true })("screenshots of public pages", (it) => {
  it.effect("are taken on every screen, in both colour schemes and every language, of accessible pages", () =>
    Effect.gen(function*() {
      mkdirSync(folder, { recursive: true })
      const { url } = yield* TestWorld
      const opened = yield* browser
      for (const [screen, viewport] of Object.entries(screens)) {
        for (const colorScheme of ["light", "dark"] as const) {
          const page = yield* Effect.promise(() => opened.newPage({ viewport, colorScheme }))
          for (const lang of languagesOn(screen, colorScheme)) {
            for (
              const [name, path] of [["agenda", "/agendas/saint-aubry"], ["event", festivalPage], ["missing", "/agendas/never"]] as const
            ) {
              yield* Effect.promise(() => page.goto(`${url}${path}?lang=${lang}`))
              expect([name, lang, yield* Effect.promise(() => violationsIn(page))]).toEqual([name, lang, []])
              expect([name, lang, yield* Effect.promise(() => overflowOf(page))]).toEqual([name, lang, 0])
              if (!isPictured(lang)) continue
              const path_png = join(folder, `${name}-${lang}-${screen}-${colorScheme}.png`)
              const png = yield* Effect.promise(() => page.screenshot({ path: path_png, fullPage: true }))
              expect([path_png, png.length > 5_000]).toEqual([path_png, true])
            }
          }
        }
      }
    }).pipe(Effect.scoped))
})

/** An event in languages that the interface lacks. */
const foreign = {
  ...onlineBody,
  slug: "abroad",
  state: 2,
  title: {
    ar: "مهرجان الموسيقى 2031: ليلة كبرى",
    he: "פסטיבל המוזיקה, ערב גדול",
    ja: "夏の音楽祭と地域住民の集い",
    br: "Gouel ar sonerezh, fest-noz bras"
  },
  description: {
    ar: "سهرة مع (فرقة) Jazz.",
    he: "ערב עם להקת Jazz (חינם).",
    ja: "川辺で三日間、九つの楽団が演奏します。",
    br: "Un nozvezh e ti-kêr."
  },
  longDescription: {
    ar: "في **القاعة** الكبرى.\n\n- الموسيقى.\n- الرقص (مساءً).\n\n1. أولاً.\n2. ثانياً.\n\n> اقتباس.",
    he: "באולם **הגדול**.\n\n- מוזיקה.\n- ריקודים (בערב).\n\n1. ראשון.\n2. שני.\n\n> ציטוט.",
    ja: "大きな**会場**で。\n\n- 音楽。\n- 踊り。",
    br: "Er **sal** vras.\n\n- Sonerezh.\n- Dañs."
  },
  conditions: { ar: "الدخول مجاني!", he: "הכניסה חופשית!", ja: "入場無料！", br: "Digoust!" },
  keywords: { ar: ["موسيقى", "رقص"], he: ["מוזיקה", "ריקוד"], ja: ["音楽", "踊り"], br: ["sonerezh", "dañs"] }
}

layer(TestWorld.layer({ settings: { publicUrl: null } }), { excludeTestServices: true })(
  "screenshots of pages in other languages",
  (it) => {
    it.effect("are taken in Arabic, Hebrew, Japanese and Breton, of accessible pages", () =>
      Effect.gen(function*() {
        mkdirSync(folder, { recursive: true })
        const { credentials, send, url } = yield* TestWorld
        const made = yield* send(`/v2/agendas/${agendas.other}/events`, {
          method: "POST",
          body: foreign,
          headers: credentials.strangerToken
        })
        expect(made.status, made.text).toBe(200)
        const opened = yield* browser
        for (const width of [320, 390, 1_280]) {
          const page = yield* Effect.promise(() => opened.newPage({ viewport: { width, height: 900 }, locale: "fr-FR" }))
          for (const lang of ["ar", "he", "ja", "br"]) {
            for (const [name, path] of [["list", "/agendas/other-agenda"], ["event", "/agendas/other-agenda/events/abroad"]] as const) {
              yield* Effect.promise(() => page.goto(`${url}${path}?lang=${lang}`))
              expect([name, lang, yield* Effect.promise(() => violationsIn(page))]).toEqual([name, lang, []])
              expect([name, lang, width, yield* Effect.promise(() => overflowOf(page))]).toEqual([name, lang, width, 0])
              if (width !== 390 && !isNight) continue
              yield* Effect.promise(() => page.screenshot({ path: join(folder, `abroad-${name}-${lang}-${width}.png`), fullPage: true }))
            }
          }
        }
      }).pipe(Effect.scoped))
  }
)
