import type { FieldType } from "./AdditionalField.js"

const listed: ReadonlySet<FieldType> = new Set<FieldType>(["checkbox", "multiselect"])
const optioned: ReadonlySet<FieldType> = new Set<FieldType>([...listed, "radio", "select"])
const markup: ReadonlySet<FieldType> = new Set<FieldType>(["markdown", "html"])
const textual: ReadonlySet<FieldType> = new Set<FieldType>([...markup, "text", "textarea"])

/** Whether values of a field are options of it. */
export const isOptioned = ({ fieldType }: { readonly fieldType: FieldType }): boolean => optioned.has(fieldType)

/** Whether a field holds, and reads as, a list of options (wire.md §5). */
export const isListed = ({ fieldType }: { readonly fieldType: FieldType }): boolean => listed.has(fieldType)

/** Whether a field holds text. */
export const isTextual = ({ fieldType }: { readonly fieldType: FieldType }): boolean => textual.has(fieldType)

/** Whether a field holds text that is stored as markdown, whatever it is written as. */
export const isMarkup = ({ fieldType }: { readonly fieldType: FieldType }): boolean => markup.has(fieldType)

/** Whether a field holds text keyed by language. */
export const isMultilingual = (field: { readonly fieldType: FieldType; readonly languages?: unknown }): boolean =>
  isTextual(field) && field.languages !== undefined
