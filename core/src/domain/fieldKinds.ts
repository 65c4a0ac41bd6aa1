import type { FieldType } from "./AdditionalField.js"

const listed: ReadonlySet<FieldType> = new Set<FieldType>(["checkbox", "multiselect"])
const optioned: ReadonlySet<FieldType> = new Set<FieldType>([...listed, "radio", "select"])
const markup: ReadonlySet<FieldType> = new Set<FieldType>(["markdown", "html"])
const textual: ReadonlySet<FieldType> = new Set<FieldType>([...markup, "text", "textarea"])

/** Whether a field is a choice field: its values are options. */
export const isOptioned = ({ fieldType }: { readonly fieldType: FieldType }): boolean => optioned.has(fieldType)

/** Whether a field's value is shown as a list of options: a multiple-choice field (wire.md §5). */
export const isListed = ({ fieldType }: { readonly fieldType: FieldType }): boolean => listed.has(fieldType)

/** Whether a field's value is text. */
export const isTextual = ({ fieldType }: { readonly fieldType: FieldType }): boolean => textual.has(fieldType)

/** Whether a field's value is stored as markdown, in whatever format it is written. */
export const isMarkup = ({ fieldType }: { readonly fieldType: FieldType }): boolean => markup.has(fieldType)

/** Whether a field's value is text keyed by language. */
export const isMultilingual = (field: { readonly fieldType: FieldType; readonly languages?: unknown }): boolean =>
  isTextual(field) && field.languages !== undefined
