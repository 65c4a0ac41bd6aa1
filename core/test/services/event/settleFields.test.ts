import { describe, expect, it } from "@effect/vitest"
import type { AdditionalField } from "../../../src/domain/AdditionalField.js"
import type { FieldValue, FieldValues } from "../../../src/domain/FieldValue.js"
import { settleFields } from "../../../src/services/event/settleFields.js"
import { faultOf } from "../../validation/fault.js"
import { noFields } from "../../validation/noFields.js"
import { sampleFields } from "../../validation/sampleFields.js"

/** Says by what way a text went. */
const richText = {
  isHtml: (text: string) => text.startsWith("<p>"),
  toMarkdown: (html: string) => html.replace("<p>", "from HTML: "),
  cleanMarkdown: (markdown: string) => markdown.replace("<script>", ""),
  toHtml: (markdown: string) => markdown,
  toHtmlWithEmbeds: (markdown: string) => markdown
}

type Drafted = Readonly<Record<string, FieldValue | null>>

const needed = Object.values(sampleFields).map((field): AdditionalField => ({ ...field, optional: false }))

const settle = (drafted: Drafted, stored: FieldValues = {}, definitions: ReadonlyArray<AdditionalField> = Object.values(sampleFields)) => {
  const { fields, issues } = settleFields(drafted, stored, { ...noFields, definitions }, richText, 20)
  return { fields, faults: issues.map(faultOf) }
}

describe("settleFields", () => {
  it.each<[string, Drafted, FieldValues, Drafted]>([
    ["HTML as markdown", { page: "<p>a", teaser: "<p>b", story: { fr: "<p>c" } }, {}, {
      page: "from HTML: a",
      teaser: "from HTML: b",
      story: { fr: "from HTML: c" }
    }],
    ["markdown without what is unsafe", { page: "a<script>", review: { fr: "b<script>" } }, {}, { page: "a", review: { fr: "b" } }],
    ["what is stored as it is stored", { page: "<p>a", story: { fr: "<p>b", en: "<p>b" } }, { page: "<p>a", story: { fr: "<p>b" } }, {
      page: "<p>a",
      story: { fr: "<p>b", en: "from HTML: b" }
    }],
    ["text that is no markup as it is", { reference: "<p>a<script>", remark: "<p>", subtitle: { fr: "<p>" } }, {}, {
      reference: "<p>a<script>",
      remark: "<p>",
      subtitle: { fr: "<p>" }
    }],
    ["anything else as it is", { genres: [1], places: null, free: false, page: null }, { page: "a" }, {
      genres: [1],
      places: null,
      free: false,
      page: null
    }],
    ["nothing where nothing is left", { page: "<script> ", story: { fr: "<script>" } }, {}, { page: null, story: null }]
  ])("stores %s", (_label, drafted, stored, fields) => {
    expect(settle(drafted, stored)).toEqual({ fields, faults: [] })
  })

  it("counts what would be stored", () => {
    expect(settle({ page: `<p>${"x".repeat(9)}`, teaser: "x".repeat(21), story: { fr: "x".repeat(21), en: "x" } }).faults).toEqual([
      "string.toolong teaser",
      "string.toolong story fr"
    ])
  })

  it("misses what is needed and of which nothing is left", () => {
    const drafted = { page: "<script>", story: { fr: "<script>", en: "" }, teaser: "a" }
    expect(settle(drafted, {}, needed).faults).toEqual(["required page", "required story fr", "required story en"])
    expect(settle({ page: "x".repeat(21) }, {}, needed).faults).toEqual(["string.toolong page"])
    expect(settleFields(drafted, {}, { ...noFields, definitions: needed, restored: true }, richText, 20).issues).toEqual([])
  })
})
