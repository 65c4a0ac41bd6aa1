import { MailBox } from "@agenda-engine/conformance/testing/MailBox"
import { operator } from "@agenda-engine/core/domain/access/Credential"
import * as Engine from "@agenda-engine/core/Engine"
import * as MemoryStores from "@agenda-engine/core/memory/MemoryStores"
import * as WebCryptoSecrets from "@agenda-engine/core/secrets/WebCryptoSecrets"
import { authorized } from "@agenda-engine/core/services/Access"
import { Events } from "@agenda-engine/core/services/Events"
import { Transfer } from "@agenda-engine/core/services/Transfer"
import * as MarkdownRichText from "@agenda-engine/richtext/MarkdownRichText"
import { describe, expect, it, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Stream from "effect/Stream"
import { careless } from "../../../../../adapters/richtext/test/harmOf.js"
import { hostileMarkup } from "../../../../../adapters/richtext/test/hostileMarkup.js"
import { unsafeMarkup } from "../../../../../adapters/richtext/test/unsafeMarkup.js"
import { at } from "../../../../test/world/at.js"
import { onlineBody } from "../../../../test/world/bodies.js"
import { testImages } from "../../../../test/world/testImages.js"
import { expectProblem } from "../../world/expectProblem.js"
import { TestWorld } from "../../world/TestWorld.js"
import { agendas } from "../../world/World.js"

const main = `/v2/agendas/${agendas.main}`

const film = "https://vimeo.com/76979871"
const html = `<div onclick="alert(1)"><p>Un <b>grand</b> film&nbsp;: <a href="${film}">${film}</a></p><script>alert(1)</script></div>`
const markdown = `Un **grand** film\u00A0: [${film}](${film})`
const link = { link: film, data: { type: "video", provider_name: "Vimeo", embed_url: "https://player.vimeo.com/video/76979871?dnt=1" } }

const write = (path: string, method: string, body: unknown) =>
  Effect.flatMap(TestWorld, ({ credentials, send }) => send(path, { method, body, headers: credentials.moderatorToken }))

const read = (path: string) => Effect.flatMap(TestWorld, ({ credentials, send }) => send(path, { headers: credentials.ownerless }))

/** Makes an event of this description and answers where it is read, and the description it answered with. */
const describing = (longDescription: unknown) =>
  Effect.gen(function*() {
    const made = yield* write(`${main}/events`, "POST", { ...onlineBody, state: 2, longDescription })
    expect(made.status, made.text).toBe(200)
    const uid = Number(at(made.body, "event", "uid"))
    return { uid, path: `${main}/events/${uid}`, event: at(made.body, "event"), stored: at(made.body, "event", "longDescription") }
  })

layer(TestWorld.layer(), { excludeTestServices: true })("long descriptions", (it) => {
  describe("written", () => {
    it.effect("as HTML, can be read in every format, in single reads and lists", () =>
      Effect.gen(function*() {
        const { event, path, stored, uid } = yield* describing({ fr: html, en: "Plain *text*" })
        expect(stored).toEqual({ fr: markdown, en: "Plain *text*" })
        expect(event).toMatchObject({ links: [link] })
        const anchor = `<a href="${film}">${film}</a>`
        const frame = expect.stringMatching(
          /^<p>Un <strong>grand<\/strong> film(?:&nbsp;|\u00A0): <iframe src="https:\/\/player\.vimeo\.com\/[^>]+><\/iframe><\/p>$/
        )
        for (
          const [format, fr, en] of [
            ["", markdown, "Plain *text*"],
            ["longDescriptionFormat=", markdown, "Plain *text*"],
            ["longDescriptionFormat=markdown", markdown, "Plain *text*"],
            ["longDescriptionFormat=HTML", expect.stringContaining(anchor), "<p>Plain <em>text</em></p>"],
            ["longDescriptionFormat=html", expect.stringContaining(anchor), "<p>Plain <em>text</em></p>"],
            ["longDescriptionFormat[]=HTMLWithEmbeds", frame, "<p>Plain <em>text</em></p>"],
            ["longDescriptionFormat=htmlwithembeds", frame, "<p>Plain <em>text</em></p>"]
          ]
        ) {
          const single = yield* read(`${path}?${format}`)
          expect(single.status, single.text).toBe(200)
          expect(at(single.body, "event"), format).toMatchObject({ longDescription: { fr, en }, links: [link] })
          const list = yield* read(`${main}/events?uid=${uid}&detailed=1&${format}`)
          expect(at(list.body, "events", 0), format).toEqual(at(single.body, "event"))
          const picked = yield* read(`${path}?${format}&if=longDescription.en&if=links.link`)
          expect(at(picked.body, "event"), format).toEqual({ longDescription: { en }, links: [{ link: film }] })
          const monolingual = yield* read(`${path}?${format}&monolingual=en&if=longDescription`)
          expect(at(monolingual.body, "event"), format).toEqual({ longDescription: en })
        }
        const item = yield* read(`${main}/events?uid=${uid}&longDescriptionFormat=HTML`)
        expect(at(item.body, "events", 0)).not.toHaveProperty("longDescription")
        expect(at(item.body, "events", 0)).not.toHaveProperty("links")
      }))

    it.effect("and posted back as read, change nothing", () =>
      Effect.gen(function*() {
        const { event, path } = yield* describing({ fr: html })
        for (const method of ["PUT", "PATCH"]) {
          for (const format of ["", "?longDescriptionFormat=HTML"]) {
            const { body } = yield* read(`${path}${format}`)
            const after = yield* write(path, method, at(body, "event"))
            expect(after.status, after.text).toBe(200)
            expect(at(after.body, "event")).toEqual(event)
          }
        }
      }))

    it.effect("or omitted, by a partial update", () =>
      Effect.gen(function*() {
        const { path } = yield* describing({ fr: html })
        const other = yield* write(path, "PATCH", { title: { fr: "Un autre titre" } })
        expect(at(other.body, "event")).toMatchObject({ title: { fr: "Un autre titre" }, longDescription: { fr: markdown }, links: [link] })
        const replaced = yield* write(path, "PATCH", { longDescription: { fr: "<p>Sans <i>film</i></p>" } })
        expect(at(replaced.body, "event")).toMatchObject({ longDescription: { fr: "Sans *film*" }, links: [] })
        const emptied = yield* write(path, "PATCH", { longDescription: null })
        expect(at(emptied.body, "event")).toMatchObject({ longDescription: {}, links: [] })
      }))

    it.effect("by external identifier, equal those of a create", () =>
      Effect.gen(function*() {
        for (const longDescription of [{ fr: html }, { fr: `${html}<p>Fin</p>` }, { fr: "a<script>alert(1)</script>" }]) {
          const { stored } = yield* describing(longDescription)
          const upserted = yield* write(`${main}/events/ext/source/described`, "PUT", { ...onlineBody, longDescription })
          expect(at(upserted.body, "event", "longDescription")).toEqual(stored)
        }
      }))

    it.effect("too long, are refused together with every other error", () =>
      Effect.gen(function*() {
        const wrapped = (chars: number) => `<p>${"x".repeat(chars)}</p>`
        const padded = `<p>${"<b></b>".repeat(5_000)}short</p>`
        expect((yield* describing({ fr: padded })).stored).toEqual({ fr: "short" })
        const { stored } = yield* describing({ fr: wrapped(10_000) })
        expect(stored).toEqual({ fr: "x".repeat(10_000) })
        for (const text of [wrapped(10_001), "x".repeat(10_001), `${padded}${padded}`]) {
          const refused = yield* write(`${main}/events`, "POST", { ...onlineBody, status: 9, longDescription: { fr: text } })
          expectProblem(refused, 400, "validation", "data is invalid")
          expect(at(refused.body, "errors")).toEqual([
            expect.objectContaining({ code: text.length > 40_000 ? "string.toolong" : "enum.invalid" }),
            expect.objectContaining({ code: text.length > 40_000 ? "enum.invalid" : "string.toolong" })
          ])
          expect(at(refused.body, "errors")).toContainEqual(
            expect.objectContaining({ code: "string.toolong", field: "longDescription", lang: "fr" })
          )
        }
      }))
  })

  it.effect("are refused in an unknown format", () =>
    Effect.gen(function*() {
      const { path } = yield* describing({ fr: html })
      for (const where of [path, `${main}/events`]) {
        for (const format of ["xhtml", "text/html", "HTML,markdown"]) {
          const refused = yield* read(`${where}?longDescriptionFormat=${encodeURIComponent(format)}`)
          expectProblem(refused, 400, "parameters", "parameters are invalid")
          expect(at(refused.body, "errors")).toMatchObject([{
            code: "parameter.invalid",
            field: "longDescriptionFormat",
            origin: format,
            message: expect.stringContaining("markdown, HTML, HTMLWithEmbeds")
          }])
        }
      }
    }))

  it.effect("are never returned with hostile markup", () =>
    Effect.gen(function*() {
      const languages = ["fr", "en", "de"]
      for (const [label, markup] of hostileMarkup) {
        const { path } = yield* describing({ fr: markup, en: `<p>a</p>${markup}`, de: `*a* ${markup}` })
        for (const format of ["markdown", "HTML", "HTMLWithEmbeds"]) {
          const { body } = yield* read(`${path}?longDescriptionFormat=${format}&if=longDescription`)
          expect(at(body, "event", "longDescription", "en"), label).toMatch(/a/)
          for (const lang of languages) {
            const shown = at(body, "event", "longDescription", lang)
            if (typeof shown !== "string") continue
            const isMarkdown = format === "markdown"
            const rendered = isMarkdown ? careless.render(shown) : shown
            expect(unsafeMarkup(rendered, { frames: format === "HTMLWithEmbeds", titles: isMarkdown }), `${label}, ${format}`).toEqual([])
          }
        }
        yield* write(path, "DELETE", undefined)
      }
    }), 60_000)
})

describe("an import", () => {
  const lines = [
    JSON.stringify({ kind: "agenda", uid: 5, title: "Imported" }),
    JSON.stringify({
      kind: "event",
      agendaUid: 5,
      extId: { key: "source", value: "1" },
      state: 2,
      data: { ...onlineBody, longDescription: { fr: html, en: "a<script>alert(1)</script>" } }
    })
  ]
  const imported = Effect.flatMap(
    Transfer,
    (transfer) => transfer.import(Stream.fromIterable(lines), { ownerUid: null, dryRun: false, progress: () => Effect.void })
  )

  it.effect("of HTML changes nothing the second time", () =>
    Effect.gen(function*() {
      expect(yield* imported).toMatchObject({ created: 2, rejected: 0 })
      const events = yield* Events
      const { event } = yield* authorized(operator, { _tag: "Uid", uid: 5 }, "events:read", (by) =>
        events.get(by, { _tag: "ExtId", key: "source", value: "1" }))
      expect(event).toMatchObject({ longDescription: { fr: markdown }, links: [link] })
      expect(JSON.stringify(event.longDescription)).not.toContain("script")
      expect(yield* imported).toMatchObject({ created: 0, updated: 0, unchanged: 2 })
    }).pipe(
      Effect.provide(
        Engine.layer.pipe(Layer.provide([MemoryStores.layer, WebCryptoSecrets.layer, testImages, MarkdownRichText.layer, MailBox.layer]))
      )
    ))
})
