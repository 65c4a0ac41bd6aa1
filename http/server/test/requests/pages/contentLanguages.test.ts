import { expect, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { at } from "../../../../test/world/at.js"
import { onlineBody } from "../../../../test/world/bodies.js"
import { TestWorld } from "../../world/TestWorld.js"
import { agendas } from "../../world/World.js"

const agenda = "/agendas/other-agenda"

const body = {
  ...onlineBody,
  slug: "fest-noz",
  title: { fr: "Bal breton", br: "Fest-noz bras", ar: "حفلة" },
  description: { fr: "Une soirée", br: "Un nozvezh", ar: "سهرة." },
  longDescription: { fr: "La **salle**", br: "Ar **sal**", ar: "- القاعة\n- الموسيقى" },
  conditions: { fr: "Gratuit", br: "Digoust", ar: "مجاني" },
  keywords: { fr: ["danse"], br: ["dañs"], ar: ["رقص"] }
}

const event = `${agenda}/events/fest-noz`

/** Writes the event and returns its uid. */
const written = Effect.gen(function*() {
  const { credentials, send } = yield* TestWorld
  const path = `/v2/agendas/${agendas.other}/events/ext/pages/fest-noz`
  const made = yield* send(path, { method: "PUT", body: { ...body, state: 2 }, headers: credentials.strangerToken })
  expect(made.status, made.text).toBe(200)
  return Number(at(made.body, "event", "uid"))
})

/** The tags of elements with `lang`. */
const tagsWithLang = (page: string) => [...page.matchAll(/<[a-z][^>]* lang="[^"]*"[^>]*>/g)].map(([tag]) => tag)

layer(TestWorld.layer(), { excludeTestServices: true })("pages in a language that the interface lacks", (it) => {
  it.effect("show the content in it, in every form", () =>
    Effect.gen(function*() {
      const { credentials, send } = yield* TestWorld
      const uid = yield* written
      const v2 = `/v2/agendas/${agendas.other}/events`
      const key = credentials.strangerKey
      const pages = [agenda, event, `/embed${agenda}`, `${agenda}/events.ics`, `${event}.ics`]
      const exports = ["rss", "json-feed", "ics"]
      const ask = (headers: { readonly [name: string]: string }) => (path: string) =>
        Effect.map(
          send(path, { headers }),
          ({ status, text }) => [path, status, text.includes("Fest-noz bras"), text.includes("Bal breton")]
        )
      const texts = yield* Effect.all([
        ...["?lang=br", "?lang=br-FR", "?lang=BR"].flatMap((asked) => pages.map((path) => ask({})(`${path}${asked}`))),
        ...pages.map(ask({ "accept-language": "br, fr;q=0.8" })),
        ...exports.map((format) => ask({})(`${agenda}/events.v2.${format}?lang=br`)),
        ...exports.map((format) => ask(key)(`${v2}.${format}?lang=br`)),
        ask(key)(`${v2}/${uid}/structured-data?lang=br`)
      ])
      expect(texts).toEqual(texts.map(([path]) => [path, 200, true, false]))
    }))

  it.effect("choose the language of the interface on their own", () =>
    Effect.gen(function*() {
      const { send } = yield* TestWorld
      yield* written
      const langs = (path: string, accepted: string) =>
        Effect.map(send(path, { headers: { "accept-language": accepted } }), ({ headers, text }) => [
          /<html lang="([^"]*)"/.exec(text)?.[1],
          /<h[12] lang="([^"]*)"/.exec(text)?.[1],
          headers["content-language"]
        ])
      for (const path of [agenda, event]) {
        expect(yield* langs(`${path}?lang=br`, "de")).toEqual(["de", "br", "br, de"])
        expect(yield* langs(path, "br, it;q=0.5")).toEqual(["it", "br", "br, it"])
        expect(yield* langs(path, "it;q=0.5, br")).toEqual(["it", "br", "br, it"])
        expect(yield* langs(path, "br")).toEqual(["en", "br", "br, en"])
        expect(yield* langs(path, "br;q=0, nl")).toEqual(["nl", "fr", "nl"])
        expect(yield* langs(path, "ja, br;q=0.3, *;q=0.1")).toEqual(["en", "br", "br, en"])
        expect(yield* langs(`${path}?lang=fr`, "br")).toEqual(["fr", undefined, "fr"])
        expect(yield* langs(`${path}?lang=ja`, "fr")).toEqual(["fr", undefined, "fr"])
      }
    }))

  it.effect("mark each text with its language and direction", () =>
    Effect.gen(function*() {
      const { send } = yield* TestWorld
      yield* written
      const { text } = yield* send(`${event}?lang=ar`, { headers: { "accept-language": "fr" } })
      for (
        const part of [
          '<html lang="fr" dir="ltr">',
          '<h1 lang="ar" dir="rtl">حفلة</h1>',
          '<p class="lead" lang="ar" dir="rtl">سهرة.</p>',
          ' lang="ar" dir="rtl"><ul>',
          '<dd lang="ar" dir="rtl">مجاني</dd>',
          '<dd class="keywords" lang="ar" dir="rtl">'
        ]
      ) expect(text).toContain(part)
      const pages = yield* Effect.forEach(
        [`${event}?lang=ar`, `${event}?lang=br`, `${agenda}?lang=ar`, `/embed${agenda}?lang=ar`, "/agendas/never?lang=ar"],
        (path) => Effect.map(send(path), (page) => page.text)
      )
      const tags = pages.flatMap(tagsWithLang)
      expect(tags.length).toBeGreaterThan(10)
      expect(tags.filter((tag) => !/ lang="[^"]*" dir="(?:ltr|rtl)"/.test(tag))).toEqual([])
      expect(tags.filter((tag) => / lang="ar"/.test(tag) !== / dir="rtl"/.test(tag))).toEqual([])
      expect(pages.filter((page) => /(?:margin|padding|border)-(?:left|right)|text-align:(?:left|right)|[^-](?:left|right):/.test(page)))
        .toEqual([])
    }))

  it.effect("offer the languages of the texts as links, and keep the one that was asked for", () =>
    Effect.gen(function*() {
      const { send } = yield* TestWorld
      yield* written
      const offered = (page: string) =>
        [...page.matchAll(/<a href="([^"]*)"[^>]* hreflang="([^"]*)"([^>]*)>([^<]*)</g)].map((found) => found.slice(1))
      const page = yield* send(`${event}?lang=br`)
      expect(offered(page.text)).toEqual([
        [`${event}?lang=fr`, "fr", "", "Français"],
        [`${event}?lang=br`, "br", ' aria-current="true"', "brezhoneg"],
        [`${event}?lang=ar`, "ar", "", "العربية"]
      ])
      expect(page.text).toContain(`<link rel="canonical" href="https://agenda.example${event}?lang=br">`)
      expect(page.text).toContain(`<link rel="alternate" hreflang="br" href="https://agenda.example${event}?lang=br">`)
      expect(page.text).toContain('<meta property="og:locale" content="br">')
      expect(page.text).toContain(`href="${agenda}?lang=br"`)
      expect(page.text).toMatch(/href="[^"]*\.ics\?lang=br"/)
      const list = yield* send(`${agenda}?lang=br`)
      expect(offered(list.text).map(([, lang = ""]) => lang).toSorted()).toEqual(["ar", "br", "fr"])
      expect(list.text).toContain(`href="${event}?lang=br"`)
      expect(list.text).toContain('<input type="hidden" name="lang" value="br">')
      expect(list.text).toContain(`href="${agenda}/events.ics?lang=br"`)
      expect((yield* send(`${event}?lang=ja`)).text, "no page in each language that is asked for").toContain(
        `<link rel="canonical" href="https://agenda.example${event}">`
      )
    }))
})
