import type { AdditionalField, FieldOption } from "../domain/field/AdditionalField.js"
import { attendanceModeOptions, statusOptions } from "../domain/field/nativeFields.js"
import type { Json } from "../domain/text/Json.js"
import type { MultilingualText } from "../domain/text/MultilingualText.js"

type Labels = { readonly [id: string]: MultilingualText }

const labelsOf = (options: ReadonlyArray<FieldOption>): Labels => Object.fromEntries(options.map(({ id, label }) => [id, label]))

/** The labels of event choices, by member name and choice number. */
export const choiceLabels: { readonly [member: string]: Labels } = {
  status: labelsOf(statusOptions),
  attendanceMode: labelsOf(attendanceModeOptions)
}

/**
 * Shows the number of a choice as `{id, label}`, any other value unchanged (service.md, includeLabels).
 *
 * @example
 * labelChoice("status", 6) // { id: 6, label: { fr: "Annulé", en: "Cancelled", … } }
 */
export const labelChoice = (member: string, value: Json): Json => {
  const labels = Object.hasOwn(choiceLabels, member) ? choiceLabels[member] : undefined
  return labels === undefined || typeof value !== "number" ? value : { id: value, label: labels[value] ?? {} }
}

/**
 * Shows option ids of an additional field as `{id, label}`, any other value unchanged. Options that are no longer
 * offered still have labels.
 */
export const labelOptions = (field: AdditionalField, value: Json): Json => {
  if (Array.isArray(value)) return value.map((item: Json) => labelOptions(field, item))
  return typeof value !== "number" ? value : { id: value, label: field.options?.find(({ id }) => id === value)?.label ?? {} }
}
