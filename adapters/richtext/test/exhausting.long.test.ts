import { describe, expect, it } from "vitest"
import { richText } from "../src/richText.js"

const { cleanMarkdown, toHtml, toHtmlWithEmbeds, toMarkdown } = richText

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
})
