import { expect } from "@effect/vitest"
import * as FastCheck from "effect/FastCheck"
import { setImmediate } from "node:timers/promises"
import { richText } from "../src/richText.js"
import { htmls, markdowns } from "./DescriptionArbitraries.js"
import { harmOf } from "./harmOf.js"
import { hostileMarkup } from "./hostileMarkup.js"

const { cleanMarkdown, isHtml, toHtml, toHtmlWithEmbeds, toMarkdown } = richText

const attacks = FastCheck.constantFrom(...hostileMarkup.map(([, markup]) => markup))

/** Attacks in pieces, among the signs that could put them together again. */
const pieces = FastCheck.oneof(
  attacks.chain((attack) =>
    FastCheck.tuple(FastCheck.nat(attack.length), FastCheck.nat(attack.length)).map(([one, other]) =>
      attack.slice(Math.min(one, other), Math.max(one, other))
    )
  ),
  FastCheck.constantFrom(
    "<script",
    "</script>",
    "<img src=x onerror=alert(1)>",
    "<a href=",
    "javascript:",
    "java\nscript:",
    "data:text/html,",
    '"',
    "'",
    "`",
    ">",
    "<",
    "</",
    "\\",
    "&lt;",
    "&#60;",
    "&amp;lt;",
    "\n",
    "\n\n",
    " ",
    "[a](",
    ")",
    "![",
    "](",
    "]: ",
    "<!--",
    "-->",
    "]]>",
    "<![CDATA[",
    "<svg>",
    "<style>",
    "</style>",
    "<math>",
    "<table>",
    "<template>",
    "\0",
    "onload=alert(1) ",
    "*",
    "_",
    "<noscript>",
    "<select>",
    "<iframe src=https://www.youtube.com/embed/dQw4w9WgXcQ ",
    "https://youtu.be/dQw4w9WgXcQ"
  )
)

const hostiles = FastCheck.oneof(
  FastCheck.array(pieces, { maxLength: 12 }).map((parts) => parts.join("")),
  FastCheck.tuple(htmls, attacks, htmls).map((parts) => parts.join("")),
  FastCheck.tuple(markdowns, attacks, markdowns).map((parts) => parts.join(""))
)

/** What is kept of a written text. */
const store = (written: string): string => isHtml(written) ? toMarkdown(written) : cleanMarkdown(written)

const law = <Value>(values: FastCheck.Arbitrary<Value>, holds: (value: Value) => void) => (numRuns: number): Promise<void> =>
  FastCheck.assert(
    FastCheck.asyncProperty(values, async (value) => {
      holds(value)
      // Ten thousand cases without a pause keep the worker from its runner for more than a minute, which counts as its
      // death.
      await setImmediate()
    }),
    { numRuns }
  )

/** What holds of every description; each law runs as many cases as it is told. */
export const descriptionLaws: ReadonlyArray<readonly [label: string, law: (numRuns: number) => Promise<void>]> = [
  [
    "HTML is stored once and for all",
    law(htmls, (html) => {
      const stored = toMarkdown(html)
      expect(toMarkdown(toHtml(stored))).toBe(stored)
    })
  ],
  [
    "markdown is stable after one round",
    law(markdowns, (markdown) => {
      const stored = toMarkdown(toHtml(markdown))
      expect(toMarkdown(toHtml(stored))).toBe(stored)
    })
  ],
  [
    "what is stored is taken back as it is",
    law(FastCheck.oneof(htmls, markdowns, hostiles), (written) => {
      const stored = store(written)
      expect(isHtml(stored)).toBe(false)
      expect(cleanMarkdown(stored)).toBe(stored)
    })
  ],
  [
    "hostile pieces do no harm",
    law(hostiles, (written) => {
      expect(harmOf(written)).toEqual([])
    })
  ],
  [
    "no script, no handler and no unsafe address is written",
    law(hostiles, (written) => {
      for (const html of [toHtml(written), toHtmlWithEmbeds(written), toHtml(toMarkdown(written))]) {
        expect(html).not.toMatch(/<script/i)
        // The text of an attribute may say anything.
        expect(html.replaceAll(/="[^"]*"/g, '=""')).not.toMatch(/<[^>]*\son\w+\s*=/i)
        expect(html).not.toMatch(/<[^>]*\s(?:href|src)="\s*(?:javascript|data|vbscript):/i)
      }
    })
  ]
]
