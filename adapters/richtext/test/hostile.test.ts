import { describe, expect, it } from "@effect/vitest"
import { richText } from "../src/richText.js"
import { careless, harmOf } from "./harmOf.js"
import { hostileMarkup } from "./hostileMarkup.js"
import { unsafeMarkup } from "./unsafeMarkup.js"

const { cleanMarkdown, toHtml, toHtmlWithEmbeds, toMarkdown } = richText

describe("hostile markup", () => {
  it("is detected by the check of the test", () => {
    const seen = hostileMarkup.filter(([label]) => !label.startsWith("markdown:")).filter(([, markup]) => unsafeMarkup(markup).length > 0)
    expect(seen.length).toBeGreaterThan(60)
    expect(unsafeMarkup('<p onclick=alert(1)><a href="javascript:alert(1)">a</a><script></script></p>')).toContain("onclick of <p>")
    expect(unsafeMarkup('<iframe src="https://evil.example/"></iframe>', { frames: true })).toContain("a frame of https://evil.example/")
    expect(unsafeMarkup(careless.render("[a](javascript:alert(1))"))).toContain("a link to javascript:alert(1)")
  })

  it.each(hostileMarkup)("is harmless after conversion: %s", (_label, markup) => {
    expect(harmOf(markup)).toEqual([])
    expect(harmOf(`<p>Un texte ${markup} et la suite</p>`)).toEqual([])
    expect(harmOf(`Un texte\n\n- ${markup}\n- *${markup}*`)).toEqual([])
  })

  it.each(hostileMarkup.filter(([label]) => !/code|fence/.test(label)))("is not a tag for older markdown readers: %s", (_label, markup) => {
    for (const stored of [toMarkdown(markup), cleanMarkdown(markup)]) {
      expect(stored).not.toMatch(/<[a-z/!?]/i)
      expect(stored).not.toMatch(/(?<!\\)\]\(\s*(?:javascript|data|vbscript):/i)
    }
  })
})

describe("texts that try to exhaust resources", () => {
  const chars = 10_000
  const filled = (part: string): string => part.repeat(Math.ceil(chars / part.length)).slice(0, chars)

  it.each([
    "<div>",
    "<b>",
    "<blockquote>",
    "<ul><li>",
    "<table><tr><td>",
    "<a href=//x>",
    "<b><p>",
    "<i></b>",
    "<template>",
    "<svg><b>",
    "<select>",
    "<!--",
    "<p>",
    "<nobr>",
    ">",
    "> ",
    "- ",
    "1. ",
    "*a ",
    "*a **b ",
    "_a_",
    "[",
    "[a](",
    "![",
    "`",
    "` `` ",
    "<",
    "<a ",
    "&",
    "&lt;",
    "\\",
    "a\n=\n",
    "\n\\\n",
    "\t",
    " ",
    "[a]: b\n",
    "<div>\n\n",
    "<b>*x*",
    "<!--a-->",
    "<!--a-->b\n",
    "<!--\n\n",
    "<video\n",
    "<video>x</video>y\n",
    "a <script> ",
    "|",
    "\u{1F389}",
    "\u00A0",
    "a@",
    "https://",
    "www.",
    "https://a(",
    "- a\n  ",
    "\uD800",
    "\0"
  ])("answers %j over and over", (part) => {
    const text = filled(part)
    for (const convert of [toMarkdown, cleanMarkdown, toHtml, toHtmlWithEmbeds]) expect(convert(text).length).toBeLessThan(20 * chars)
  }, 30_000)

  it.each([
    [
      "formatting that every paragraph opens again",
      `${Array.from({ length: 400 }, (_, index) => `<b id=${index}>`).join("")}${filled("<p>x")}`
    ],
    ["a definition used again and again", `[a]: https://example.org/${filled("b").slice(0, 3_000)}\n\n${filled("[a] ")}`],
    ["blocks nested too deeply, text between them", "<div>\n\n".repeat(20_000)],
    ["lists in lists", Array.from({ length: 120 }, (_, depth) => `${"  ".repeat(depth)}- a`).join("\n")]
  ])("%s is converted in bounded time", (_label, text) => {
    for (const convert of [toMarkdown, cleanMarkdown, toHtml]) expect(convert(text).length).toBeLessThan(500_000)
  }, 30_000)

  it("text below the maximum nesting depth is kept", () => {
    expect(toMarkdown(`${"<div>".repeat(5_000)}au fond<script>alert(1)</script>`)).toBe("au fond")
    expect(toHtml(toMarkdown(`${"<blockquote>".repeat(5_000)}au fond`))).toContain("au fond")
  })
})
