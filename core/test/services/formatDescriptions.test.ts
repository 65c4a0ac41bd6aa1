import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import { RichText } from "../../src/ports/RichText.js"
import { yieldToLoop } from "../../src/schedule/timeSlices.js"
import { formatDescriptions } from "../../src/services/event/formatDescriptions.js"

const formatter = (toHtml: (markdown: string) => string) =>
  Effect.provideService(RichText, {
    isHtml: () => false,
    toMarkdown: (html) => html,
    cleanMarkdown: (markdown) => markdown,
    toHtml,
    toHtmlWithEmbeds: (markdown) => `embeds ${markdown}`
  })

const view = (longDescriptionFormat: "HTML" | "HTMLWithEmbeds" | "markdown") => ({ detailed: true, longDescriptionFormat })

/** Longer than a time slice. */
const work_ms = 6

const work = (text: string): string => {
  const begun = performance.now()
  while (performance.now() - begun < work_ms) continue
  return text
}

describe("formatDescriptions", () => {
  const events = [
    { uid: 1, longDescription: { fr: "un", en: "one" }, title: "a" },
    { uid: 2, removed: true },
    { uid: 3, longDescription: "trois" },
    { uid: 4, longDescription: {} }
  ]

  const ports = Effect.context<RichText>()

  it.effect("formats each language, or the one text of a monolingual view, and leaves other members in place", () =>
    Effect.gen(function*() {
      expect(yield* formatDescriptions(yield* ports, events, view("HTML"))).toEqual([
        { uid: 1, longDescription: { fr: "<un>", en: "<one>" }, title: "a" },
        { uid: 2, removed: true },
        { uid: 3, longDescription: "<trois>" },
        { uid: 4, longDescription: {} }
      ])
      expect(yield* formatDescriptions(yield* ports, events.slice(2, 3), view("HTMLWithEmbeds"))).toEqual([{
        uid: 3,
        longDescription: "embeds trois"
      }])
      expect(yield* formatDescriptions(yield* ports, events, view("markdown"))).toBe(events)
    }).pipe(formatter((text) => `<${text}>`)))

  it.effect("lets other fibers run between the texts of one event", () =>
    Effect.gen(function*() {
      let turns = 0
      const others = yield* Effect.fork(Effect.forever(Effect.tap(yieldToLoop, () => Effect.sync(() => turns++))))
      const languages = ["ar", "de", "en", "es", "fr", "it"]
      yield* formatDescriptions(
        yield* ports,
        [{ longDescription: Object.fromEntries(languages.map((lang) => [lang, lang])) }],
        view("HTML")
      )
      yield* Fiber.interrupt(others)
      expect(turns).toBeGreaterThanOrEqual(languages.length - 1)
    }).pipe(formatter(work)))
})
