import { describe, expect, it } from "@effect/vitest"
import { settleDescriptions } from "../../../src/services/event/settleDescriptions.js"

/** Says by what way a text went. */
const richText = {
  isHtml: (text: string) => text.startsWith("<p>"),
  toMarkdown: (html: string) => html.replace("<p>", "from HTML: "),
  cleanMarkdown: (markdown: string) => markdown.replace("<script>", ""),
  toHtml: (markdown: string) => `<p>${markdown}`,
  toHtmlWithEmbeds: (markdown: string) => markdown
}

const place = { field: "longDescription", chars_max: 20 }

type Texts = Readonly<Record<string, string>>

describe("settleDescriptions", () => {
  it.each<[string, Texts, Texts, Texts]>([
    ["nothing", {}, { fr: "a" }, {}],
    ["HTML as markdown", { fr: "<p>a" }, {}, { fr: "from HTML: a" }],
    ["markdown as it is", { fr: "**a**\n" }, {}, { fr: "**a**\n" }],
    ["markdown without what is unsafe", { fr: "a<script>" }, {}, { fr: "a" }],
    ["each language by itself, in the order written", { it: "<p>a", de: "a" }, {}, { it: "from HTML: a", de: "a" }],
    ["what is stored as it is stored", { fr: "<p>a", en: "<p>a" }, { fr: "<p>a", en: "b" }, { fr: "<p>a", en: "from HTML: a" }],
    ["how the stored text reads as the stored text", { fr: "<p>*a*", en: "<p>*a*" }, { fr: "*a*", en: "*b*" }, {
      fr: "*a*",
      en: "from HTML: *a*"
    }],
    ["what is stored in another language like any other", { fr: "<p>a" }, { en: "<p>a" }, { fr: "from HTML: a" }],
    ["no language of which nothing is left", { fr: "<script> ", en: "a" }, {}, { en: "a" }],
    ["characters that markup named", { fr: "<p>e\u0301\u0001\r\n" }, {}, { fr: "from HTML: \u00e9 \n" }],
    ["what is exactly long enough", { fr: "\u{1F389}".repeat(20) }, {}, { fr: "\u{1F389}".repeat(20) }],
    ["what is too long but stored", { fr: "x".repeat(30) }, { fr: "x".repeat(30) }, { fr: "x".repeat(30) }]
  ])("stores %s", (_label, written, stored, texts) => {
    const settled = settleDescriptions(written, stored, richText, place)
    expect(settled).toEqual({ texts, issues: [] })
    expect(JSON.stringify(settled.texts)).toBe(JSON.stringify(texts))
  })

  it("counts what would be stored, in every language", () => {
    const written = { fr: `<p>${"x".repeat(10)}`, en: "x".repeat(20), de: `${"x".repeat(20)}<script>`, it: "x".repeat(21) }
    expect(settleDescriptions(written, {}, richText, place).issues).toMatchObject([
      { code: "string.toolong", field: "longDescription", lang: "fr", origin: written.fr, info: { max: 20, length: 21 } },
      { code: "string.toolong", field: "longDescription", lang: "it", origin: written.it, info: { max: 20, length: 21 } }
    ])
  })
})
