import { describe, expect, it } from "@effect/vitest"
import * as FastCheck from "effect/FastCheck"
import type { PhrasingContent } from "mdast"
import { toMarkdown } from "mdast-util-to-markdown"
import { tidyBlocks } from "../src/tidyBlocks.js"
import { lineBreak, writePlainly } from "../src/writeMarkdown.js"

const texts = FastCheck.array(
  FastCheck.oneof(
    {
      weight: 16,
      arbitrary: FastCheck.constantFrom("Mot", "été", "x", "de la", "12", " ", ".", ",", "!", "?", "– ", "(", ")", "'", "«", ": ", "/")
    },
    FastCheck.constantFrom("-", "- ", "*", "_", "[", "#", "&", "1. ")
  ),
  { minLength: 1, maxLength: 3 }
).map((parts) => parts.join(""))

const addresses = FastCheck.constantFrom(
  "https://example.org/forêt",
  "https://example.org/a_b?c=d,e;f#g",
  "http://example.org:80/%20@+$",
  "https://example.org/a(b)",
  "https://example.org/?a=1&b=2",
  "mailto:a@example.org"
)

const text = texts.map((value): PhrasingContent => ({ type: "text", value }))

const inside = FastCheck.oneof({ weight: 4, arbitrary: FastCheck.tuple(text) }, FastCheck.tuple(text, text))

const phrases: FastCheck.Arbitrary<ReadonlyArray<PhrasingContent>> = FastCheck.array(
  FastCheck.oneof(
    text,
    inside.map((children): PhrasingContent => ({ type: "strong", children })),
    inside.map((children): PhrasingContent => ({ type: "emphasis", children })),
    FastCheck.tuple(addresses, inside).map(([url, children]): PhrasingContent => ({ type: "link", url, children })),
    FastCheck.constant<PhrasingContent>({ type: "break" })
  ),
  { minLength: 1, maxLength: 3 }
)

const writtenWhole = (children: ReadonlyArray<PhrasingContent>): string =>
  toMarkdown({ type: "root", children: [{ type: "paragraph", children: [...children] }] }, {
    resourceLink: true,
    handlers: { break: () => lineBreak }
  })

describe("writePlainly", () => {
  it("writes the same as the markdown writer, or nothing", () => {
    let plain = 0
    FastCheck.assert(
      FastCheck.property(phrases, (drawn) => {
        for (const block of tidyBlocks([{ type: "paragraph", children: [...drawn] }])) {
          const written = block.type === "paragraph" ? writePlainly(block.children) : null
          if (block.type !== "paragraph" || written === null) continue
          plain++
          expect(`${written}\n`).toBe(writtenWhole(block.children))
        }
      }),
      { numRuns: 2_000 }
    )
    expect(plain).toBeGreaterThan(100)
  })

  it.each<readonly [string, ReadonlyArray<PhrasingContent>]>([
    ["signs of markdown", [{ type: "text", value: "a *b*" }]],
    ["what could be a list", [{ type: "text", value: "1. a" }]],
    ["what could be a list behind a line break", [{ type: "text", value: "a" }, { type: "break" }, { type: "text", value: "- b" }]],
    ["what could be an image", [{ type: "text", value: "a!" }, {
      type: "link",
      url: "https://example.org",
      children: [{ type: "text", value: "b" }]
    }]]
  ])("leaves %s to the writer", (_what, children) => {
    expect(writePlainly(children)).toBe(null)
  })
})
