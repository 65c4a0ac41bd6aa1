import { MailBox } from "@agenda-engine/conformance/testing/MailBox"
import { describe, expect, it, vi } from "@effect/vitest"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Stream from "effect/Stream"
import { rawBody } from "../../../src/contract/RawBody.js"
import { defaultLimits } from "../../../src/domain/Limits.js"
import type { JsonObject } from "../../../src/domain/text/Json.js"
import * as Engine from "../../../src/Engine.js"
import * as MemoryStores from "../../../src/memory/MemoryStores.js"
import { AgendaStore } from "../../../src/ports/AgendaStore.js"
import { RichText } from "../../../src/ports/RichText.js"
import * as WebCryptoSecrets from "../../../src/secrets/WebCryptoSecrets.js"
import { authorized } from "../../../src/services/Access.js"
import { Agendas } from "../../../src/services/Agendas.js"
import { Events } from "../../../src/services/Events.js"
import { Transfer } from "../../../src/services/Transfer.js"
import { plainImages } from "../image/plainImages.js"
import { bodyOf, draftOf, memberOf } from "../testEngine.js"

const plain = { lang: null }

const fields: ReadonlyArray<JsonObject> = [
  { field: "review", fieldType: "markdown", label: { fr: "Critique" }, languages: ["fr", "en"] },
  { field: "page", fieldType: "html", label: { fr: "Page" } },
  { field: "verdict", fieldType: "html", label: { fr: "Verdict" }, write: ["administrator"] },
  { field: "remark", fieldType: "textarea", label: { fr: "Remarque" } }
]

/** Prefix of texts whose conversion takes longer than one slice. */
const slow = "lent"
const longerThanStretch_ms = 6

const spend = (ms: number): void => {
  const until_ms = performance.now() + ms
  while (performance.now() < until_ms);
}

/** An engine that records, in order, the texts it converts and the agenda locks it takes. */
const noting = (noted: Array<string>) => {
  const note = (text: string): string => {
    noted.push(text)
    return text
  }
  const stores = Layer.map(MemoryStores.layer, (context) => {
    const agendas = Context.get(context, AgendaStore)
    const lock = (uid: number) => Effect.zipRight(Effect.sync(() => note("lock")), agendas.lock(uid))
    return Context.add(context, AgendaStore, { ...agendas, lock })
  })
  const richText = Layer.succeed(RichText, {
    isHtml: (text) => text.startsWith("<"),
    toMarkdown: (html) => note(html).replace(/<[^>]*>/g, ""),
    cleanMarkdown: (markdown) => {
      if (markdown.startsWith(slow)) spend(longerThanStretch_ms)
      return note(markdown)
    },
    toHtml: (markdown) => `<p>${markdown}</p>`,
    toHtmlWithEmbeds: (markdown) => `<p>${markdown}</p>`
  })
  return Engine.layer.pipe(Layer.provide([stores, richText, WebCryptoSecrets.layer, plainImages, MailBox.layer]))
}

const markup = {
  longDescription: { fr: "<p>Long</p>", en: "Long e\u0301", de: "<p>Long</p>" },
  review: { fr: "Bon", en: 5 },
  page: "<p>Page</p>",
  verdict: "<p>Non</p>",
  remark: "<p>Rien</p>"
}

const converted = ["<p>Long</p>", "Long é", "Bon", "<p>Page</p>"]

describe("the markup of a body", () => {
  it.effect("markup is converted once per text, before the agenda is locked", () => {
    const noted: Array<string> = []
    return Effect.gen(function*() {
      const events = yield* Events
      const agenda = yield* Effect.flatMap(Agendas, (agendas) => agendas.create({ title: "Les Halles", schema: { fields } }))
      const ref = { _tag: "Uid" as const, uid: agenda.uid }
      const { token } = yield* memberOf(agenda.uid, "moderator", "mo")
      const outsider = yield* memberOf(agenda.uid, null, "out")
      const sound = { ...markup, review: { fr: "Bon" }, verdict: undefined }
      const body = Object.fromEntries(Object.entries(sound).flatMap(([name, value]) => value === undefined ? [] : [[name, value]]))

      noted.length = 0
      const { event } = yield* authorized(token, ref, "events:write", (by) => events.create(by, draftOf("Bal", body), plain))
      expect(noted).toEqual([...converted, "lock"])
      expect(event).toMatchObject({
        longDescription: { fr: "Long", en: "Long é", de: "Long" },
        review: { fr: "Bon" },
        page: "<p>Page</p>",
        remark: "<p>Rien</p>"
      })

      const uid = { _tag: "Uid" as const, uid: event.uid }
      const extId = { key: "erp", value: "1" }
      for (
        const write of [
          authorized(token, ref, "events:write", (by) => events.replace(by, uid, draftOf("Bal", body), plain)),
          authorized(token, ref, "events:write", (by) => events.patch(by, uid, { longDescription: "<p>Autre</p>" }, { lang: "fr" })),
          authorized(
            token,
            ref,
            "events:write",
            (by) => events.upsert(by, extId, rawBody({ data: JSON.stringify(bodyOf("Bal", body)) }), plain)
          )
        ]
      ) {
        noted.length = 0
        yield* write
        expect(noted.length).toBeGreaterThan(1)
        expect(noted.indexOf("lock")).toBe(noted.length - 1)
      }

      noted.length = 0
      yield* Effect.flip(authorized(token, ref, "events:write", (by) => events.create(by, draftOf("Bal", markup), plain)))
      expect(noted).toEqual([...converted, "lock"])

      noted.length = 0
      yield* Effect.flip(authorized(outsider.token, ref, "events:write", (by) => events.create(by, draftOf("Bal", body), plain)))
      expect(noted).toEqual(["lock"])
    }).pipe(Effect.provide(noting(noted)))
  })

  it.effect("an import converts markup once, before its first line takes a lock", () => {
    const noted: Array<string> = []
    return Effect.gen(function*() {
      const agenda = yield* Effect.flatMap(Agendas, (agendas) => agendas.create({ title: "Les Halles" }))
      const line = (value: string) => {
        const extId = { key: "erp", value }
        return JSON.stringify({
          kind: "event",
          agendaUid: agenda.uid,
          extId,
          data: bodyOf("Bal", { longDescription: { fr: `<p>${value}</p>` } })
        })
      }
      noted.length = 0
      const report = yield* Effect.flatMap(
        Transfer,
        (transfer) => transfer.import(Stream.make(line("a"), line("b")), { ownerUid: null, dryRun: false, progress: () => Effect.void })
      )
      expect(report).toMatchObject({ created: 2, rejected: 0 })
      expect(noted).toEqual(["<p>a</p>", "<p>b</p>", "lock"])
    }).pipe(Effect.provide(noting(noted)))
  })

  const slowTexts = [`${slow} 0`, `${slow} 1`, `${slow} 2`] as const
  const [first, second, third] = slowTexts
  it.effect.each([
    { label: "bodies of an import", bodies: slowTexts.map((fr) => bodyOf("Bal", { longDescription: { fr } })) },
    { label: "languages of one body", bodies: [bodyOf("Bal", { longDescription: { fr: first, en: second, de: third } })] }
  ])("yields between $label that take long, even when the wall clock stands still", ({ bodies }) => {
    const noted: Array<string> = []
    return Effect.gen(function*() {
      const agenda = yield* Effect.flatMap(Agendas, (agendas) => agendas.create({ title: "Les Halles" }))
      const events = yield* Events
      noted.length = 0
      setTimeout(() => noted.push("another"), 0)
      vi.useFakeTimers({ toFake: ["Date"] })
      yield* authorized(
        { _tag: "Operator", userUid: null },
        { _tag: "Uid", uid: agenda.uid },
        "events:write",
        (by) => events.convert(by, bodies)
      ).pipe(
        Effect.ensuring(Effect.sync(() => vi.useRealTimers()))
      )
      expect(noted).toEqual([first, "another", second, third])
    }).pipe(Effect.provide(noting(noted)))
  })

  it.effect("markup that exceeds the limits is not converted", () => {
    const noted: Array<string> = []
    return Effect.gen(function*() {
      const events = yield* Events
      const agenda = yield* Effect.flatMap(Agendas, (agendas) => agendas.create({ title: "Les Halles" }))
      const { token } = yield* memberOf(agenda.uid, "moderator", "mo")
      const long = "x".repeat(defaultLimits.longDescriptionRaw_chars_max + 1)
      const codes = Array.from(
        { length: defaultLimits.languages_max + 1 },
        (_, index) => `${String.fromCharCode(97 + index % 26)}x${index > 25 ? "x" : ""}`
      )
      const texts: ReadonlyArray<JsonObject> = [{ fr: long }, Object.fromEntries(codes.map((lang) => [lang, `<p>${lang}</p>`]))]
      for (const longDescription of texts) {
        noted.length = 0
        const refused = yield* Effect.flip(
          authorized(
            token,
            { _tag: "Uid", uid: agenda.uid },
            "events:write",
            (by) => events.create(by, draftOf("Bal", { longDescription }), plain)
          )
        )
        expect(refused).toMatchObject({ _tag: "Invalid", issues: [{ field: "longDescription" }] })
        expect(noted).toEqual(["lock"])
      }
    }).pipe(Effect.provide(noting(noted)))
  })
})
