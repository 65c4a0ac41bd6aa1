import { describe, expect, it } from "@effect/vitest"
import { resolveDescriptions } from "../../../src/services/event/write/resolveFields.js"

/** Marks which conversion a text took. */
const richText = {
  isHtml: (text: string) => text.startsWith("<p>"),
  toMarkdown: (html: string) => html.replace("<p>", "from HTML: "),
  cleanMarkdown: (markdown: string) => markdown.replace("<script>", ""),
  toHtml: (markdown: string) => `<p>${markdown}`,
  toHtmlWithEmbeds: (markdown: string) => markdown
}

const location = { field: "longDescription", chars_max: 20 }

type Texts = Readonly<Record<string, string>>

describe("resolveDescriptions", () => {
  it.each<[string, Texts, Texts, Texts]>([
    ["no texts for an empty body", {}, { fr: "a" }, {}],
    ["HTML as markdown", { fr: "<p>a" }, {}, { fr: "from HTML: a" }],
    ["markdown as it is", { fr: "**a**\n" }, {}, { fr: "**a**\n" }],
    ["markdown sanitized", { fr: "a<script>" }, {}, { fr: "a" }],
    ["each language by itself, in the order written", { it: "<p>a", de: "a" }, {}, { it: "from HTML: a", de: "a" }],
    ["a text equal to the stored one unchanged", { fr: "<p>a", en: "<p>a" }, { fr: "<p>a", en: "b" }, { fr: "<p>a", en: "from HTML: a" }],
    ["the stored text for its rendering as HTML", { fr: "<p>*a*", en: "<p>*a*" }, { fr: "*a*", en: "*b*" }, {
      fr: "*a*",
      en: "from HTML: *a*"
    }],
    ["a text stored in another language like a new one", { fr: "<p>a" }, { en: "<p>a" }, { fr: "from HTML: a" }],
    ["no language whose text becomes empty", { fr: "<script> ", en: "a" }, {}, { en: "a" }],
    ["decoded HTML entities as normalized characters", { fr: "<p>e\u0301\u0001\r\n" }, {}, { fr: "from HTML: \u00e9 \n" }],
    ["a text of exactly the maximum length", { fr: "\u{1F389}".repeat(20) }, {}, { fr: "\u{1F389}".repeat(20) }],
    ["a text that is too long but equals the stored one", { fr: "x".repeat(30) }, { fr: "x".repeat(30) }, { fr: "x".repeat(30) }]
  ])("stores %s", (_label, written, stored, texts) => {
    const settled = resolveDescriptions(written, stored, richText, location)
    expect(settled).toEqual({ texts, issues: [] })
    expect(JSON.stringify(settled.texts)).toBe(JSON.stringify(texts))
  })

  it("the length limit applies to the converted text of every language", () => {
    const written = { fr: `<p>${"x".repeat(10)}`, en: "x".repeat(20), de: `${"x".repeat(20)}<script>`, it: "x".repeat(21) }
    expect(resolveDescriptions(written, {}, richText, location).issues).toMatchObject([
      { code: "string.toolong", field: "longDescription", lang: "fr", origin: written.fr, info: { max: 20, length: 21 } },
      { code: "string.toolong", field: "longDescription", lang: "it", origin: written.it, info: { max: 20, length: 21 } }
    ])
  })
})
