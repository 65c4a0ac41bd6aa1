import { describe, expect, it } from "@effect/vitest"
import type { AdditionalField } from "../../../src/domain/field/AdditionalField.js"
import type { FieldValue, FieldValues } from "../../../src/domain/field/FieldValue.js"
import { resolveFields } from "../../../src/services/event/write/resolveFields.js"
import { faultOf } from "../../validation/fault.js"
import { noFields } from "../../validation/noFields.js"
import { sampleFields } from "../../validation/sampleFields.js"

/** Marks which conversion a text took. */
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
  const { fields, issues } = resolveFields(drafted, stored, { ...noFields, definitions }, richText, 20)
  return { fields, faults: issues.map(faultOf) }
}

describe("resolveFields", () => {
  it.each<[string, Drafted, FieldValues, Drafted]>([
    ["HTML as markdown", { page: "<p>a", teaser: "<p>b", story: { fr: "<p>c" } }, {}, {
      page: "from HTML: a",
      teaser: "from HTML: b",
      story: { fr: "from HTML: c" }
    }],
    ["markdown sanitized", { page: "a<script>", review: { fr: "b<script>" } }, {}, { page: "a", review: { fr: "b" } }],
    ["a text equal to the stored one unchanged", { page: "<p>a", story: { fr: "<p>b", en: "<p>b" } }, {
      page: "<p>a",
      story: { fr: "<p>b" }
    }, {
      page: "<p>a",
      story: { fr: "<p>b", en: "from HTML: b" }
    }],
    ["text without markup unchanged", { reference: "<p>a<script>", remark: "<p>", subtitle: { fr: "<p>" } }, {}, {
      reference: "<p>a<script>",
      remark: "<p>",
      subtitle: { fr: "<p>" }
    }],
    ["values of other types unchanged", { genres: [1], places: null, free: false, page: null }, { page: "a" }, {
      genres: [1],
      places: null,
      free: false,
      page: null
    }],
    ["null for a text that becomes empty", { page: "<script> ", story: { fr: "<script>" } }, {}, { page: null, story: null }]
  ])("stores %s", (_label, drafted, stored, fields) => {
    expect(settle(drafted, stored)).toEqual({ fields, faults: [] })
  })

  it("the length limit applies to the converted text", () => {
    expect(settle({ page: `<p>${"x".repeat(9)}`, teaser: "x".repeat(21), story: { fr: "x".repeat(21), en: "x" } }).faults).toEqual([
      "string.toolong teaser",
      "string.toolong story fr"
    ])
  })

  it("a required field whose text becomes empty counts as missing, except in an import", () => {
    const drafted = { page: "<script>", story: { fr: "<script>", en: "" }, teaser: "a" }
    expect(settle(drafted, {}, needed).faults).toEqual(["required page", "required story fr", "required story en"])
    expect(settle({ page: "x".repeat(21) }, {}, needed).faults).toEqual(["string.toolong page"])
    expect(resolveFields(drafted, {}, { ...noFields, definitions: needed, restored: true }, richText, 20).issues).toEqual([])
  })
})
