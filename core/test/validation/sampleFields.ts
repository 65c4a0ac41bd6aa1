import type { AdditionalField, FieldOption, FieldType } from "../../src/domain/field/AdditionalField.js"

const option = (id: number, label: string, more: Partial<FieldOption> = {}): FieldOption => ({
  id,
  value: label.toLowerCase(),
  label: { fr: label, en: `${label} (en)` },
  ...more
})

/** An optional field of the agenda that everybody reads and writes. */
export const sampleField = (field: string, fieldType: FieldType, more: Partial<AdditionalField> = {}): AdditionalField => ({
  field,
  fieldType,
  label: { fr: field },
  optional: true,
  schemaType: "agenda",
  ...more
})

const options: AdditionalField["options"] = [option(1, "Jazz"), option(2, "Rock"), option(3, "Swing", { withdrawn: true })]

/** A field of every type; those with text in one language and in several. */
export const sampleFields = {
  genres: sampleField("genres", "checkbox", { options }),
  tags: sampleField("tags", "multiselect", { options }),
  audience: sampleField("audience", "radio", { options }),
  hall: sampleField("hall", "select", { options }),
  free: sampleField("free", "boolean"),
  places: sampleField("places", "integer"),
  score: sampleField("score", "number"),
  reference: sampleField("reference", "text"),
  subtitle: sampleField("subtitle", "text", { languages: ["fr", "en"] }),
  remark: sampleField("remark", "textarea"),
  access: sampleField("access", "textarea", { languages: ["fr"] }),
  teaser: sampleField("teaser", "markdown"),
  review: sampleField("review", "markdown", { languages: ["fr"] }),
  page: sampleField("page", "html"),
  story: sampleField("story", "html", { languages: ["fr"] }),
  site: sampleField("site", "link"),
  mail: sampleField("mail", "email"),
  call: sampleField("call", "phone"),
  deadline: sampleField("deadline", "date"),
  brochure: sampleField("brochure", "file")
} as const
