import type { AdditionalField, FieldOption } from "../domain/AdditionalField.js"
import type { Json } from "../domain/Json.js"
import type { MultilingualText } from "../domain/MultilingualText.js"
import { attendanceModeOptions, statusOptions } from "../domain/nativeFields.js"

type Labels = { readonly [id: string]: MultilingualText }

const labelsOf = (options: ReadonlyArray<FieldOption>): Labels => Object.fromEntries(options.map(({ id, label }) => [id, label]))

/** The labels of every choice of an event, by member and by number. */
export const choiceLabels: { readonly [member: string]: Labels } = {
  status: labelsOf(statusOptions),
  attendanceMode: labelsOf(attendanceModeOptions)
}

/**
 * A member of an event as `includeLabels` shows it: the number of a choice as `{id, label}`, anything else as it is (service.md, includeLabels).
 *
 * @example
 * labelChoice("status", 6) // { id: 6, label: { fr: "Annulé", en: "Cancelled", … } }
 */
export const labelChoice = (member: string, value: Json): Json => {
  const labels = Object.hasOwn(choiceLabels, member) ? choiceLabels[member] : undefined
  return labels === undefined || typeof value !== "number" ? value : { id: value, label: labels[value] ?? {} }
}

/**
 * The options of an additional field as `includeLabels` shows them, each `{id, label}`; anything else as it is. Those that are no longer
 * offered keep their labels.
 */
export const labelOptions = (field: AdditionalField, value: Json): Json => {
  if (Array.isArray(value)) return value.map((item: Json) => labelOptions(field, item))
  return typeof value !== "number" ? value : { id: value, label: field.options?.find(({ id }) => id === value)?.label ?? {} }
}
