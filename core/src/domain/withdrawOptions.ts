import type { AdditionalField, FieldOption } from "./AdditionalField.js"

const missingFrom = (options: ReadonlyArray<FieldOption>, stored: ReadonlyArray<FieldOption>): ReadonlyArray<FieldOption> => {
  const ids = new Set(options.map(({ id }) => id))
  return stored.filter(({ id }) => !ids.has(id)).map((option) => ({ ...option, withdrawn: true }))
}

/**
 * Fields as they shall be, with the options that they had and no longer name: those are withdrawn and come last, as there are events that
 * have them and requests that ask for them (wire.md §5). An option that is named again is offered again.
 */
export const withdrawOptions = (
  fields: ReadonlyArray<AdditionalField>,
  stored: ReadonlyArray<AdditionalField>
): ReadonlyArray<AdditionalField> => {
  const storedOptions = new Map(stored.map(({ field, options }) => [field, options ?? []]))
  return fields.map((field) =>
    field.options === undefined
      ? field
      : { ...field, options: [...field.options, ...missingFrom(field.options, storedOptions.get(field.field) ?? [])] }
  )
}
