import { expect, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as FastCheck from "effect/FastCheck"
import * as Runtime from "effect/Runtime"
import { ofFull } from "../../../../../core/test/repository/ofFull.js"
import { onlineBody } from "../../../../test/world/bodies.js"
import { browser, overflowOf } from "../../world/browser.js"
import { TestWorld } from "../../world/TestWorld.js"
import { agendas } from "../../world/World.js"

const widths = [320, 390, 1_280]

const path = `/v2/agendas/${agendas.other}/events/ext/pages/pasted`

const long = FastCheck.constantFrom(
  "x".repeat(400),
  "const value = compute(first, second, third, fourth, fifth, sixth, seventh, eighth, ninth, tenth);",
  `https://example.org/${"segment/".repeat(30)}?${"a=1&amp;".repeat(20)}`,
  "mot\u00A0".repeat(80),
  "語".repeat(150),
  "كلمة".repeat(60),
  "👩‍👩‍👧‍👦".repeat(60),
  "a-b_c.d/".repeat(40),
  "Une phrase ordinaire."
)

const cells = FastCheck.array(long, { minLength: 1, maxLength: 30 })

const table = FastCheck.tuple(cells, cells).map(([head, body]) =>
  `<table width="3000"><thead><tr>${head.map((cell) => `<th nowrap>${cell}</th>`).join("")}</tr></thead><tbody><tr>${
    body.map((cell) => `<td style="min-width:900px">${cell}</td>`).join("")
  }</tr></tbody></table>`
)

const nested = FastCheck.tuple(FastCheck.constantFrom("ul", "ol", "blockquote"), FastCheck.integer({ min: 1, max: 40 }), long).map(
  ([name, depth, text]) => {
    const [open, close] = name === "blockquote" ? [`<${name}>`, `</${name}>`] : [`<${name}><li>`, `</li></${name}>`]
    return `${open.repeat(depth)}${text}${close.repeat(depth)}`
  }
)

const around = (names: ReadonlyArray<string>) =>
  FastCheck.tuple(FastCheck.constantFrom(...names), long).map(([name, text]) =>
    `<${name} style="width:2000px;white-space:nowrap">${text}</${name}>`
  )

const pasted = FastCheck.array(
  FastCheck.oneof(
    table,
    nested,
    around(["p", "pre", "code", "div", "h1", "h2", "h4", "center", "dl", "section", "strong", "a", "kbd", "sup"]),
    long.map((text) => `<pre><code>${text}\n${text}</code></pre>`),
    long.map((text) => `<img src="https://example.org/${"a".repeat(50)}.png" width="3000" alt="${text}">`),
    FastCheck.constant("<hr>")
  ),
  { minLength: 1, maxLength: 4 }
).map((parts) => parts.join("\n")).filter((html) => html.length < 9_000)

const plain = (chars_max: number) => long.map((text) => Array.from(text).slice(0, chars_max).join(""))

layer(TestWorld.layer(), { excludeTestServices: true })("pasted content", (it) => {
  it.effect("never makes a page wider than its screen, nor covers the column beside it", () =>
    Effect.gen(function*() {
      const { credentials, send, url } = yield* TestWorld
      const runtime = yield* Effect.runtime()
      const opened = yield* browser
      const pages = yield* Effect.forEach(widths, (width) => Effect.promise(() => opened.newPage({ viewport: { width, height: 900 } })))
      let runs = 0
      const write = (longDescription: string, text: string) => {
        const titled = { fr: text.slice(0, 140) }
        const body = {
          ...onlineBody,
          slug: "pasted",
          state: 2,
          longDescription: { fr: longDescription },
          title: titled,
          description: titled,
          conditions: titled,
          keywords: { fr: [text.slice(0, 140)] },
          imageCredits: text.slice(0, 140)
        }
        return Runtime.runPromise(runtime)(send(path, { method: "PUT", body, headers: credentials.strangerToken }))
      }
      const fits = FastCheck.asyncProperty(pasted, plain(70), async (longDescription, text) => {
        const made = await write(longDescription, text)
        expect(made.status, made.text).toBe(200)
        for (const page of pages) {
          for (const shown of ["/agendas/other-agenda/events/pasted", "/agendas/other-agenda"]) {
            // The browser keeps pages for a while by their addresses.
            await page.goto(`${url}${shown}?run=${runs++}`)
            const isCovered = await page.evaluate(() => {
              const [aside, body] = [".aside", ".body"].map((name) => document.querySelector(name)?.getBoundingClientRect())
              return aside !== undefined && body !== undefined && aside.top < body.bottom && body.top < aside.bottom &&
                body.right > aside.left
            })
            expect({ shown, width: page.viewportSize()?.width, overflow: await overflowOf(page), isCovered }).toEqual({
              shown,
              width: page.viewportSize()?.width,
              overflow: 0,
              isCovered: false
            })
          }
        }
      })
      yield* Effect.promise(() => FastCheck.assert(fits, { numRuns: ofFull(150), endOnFailure: true }))
    }).pipe(Effect.scoped))
})
