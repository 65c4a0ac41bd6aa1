import type { AdditionalField, FieldOption } from "./AdditionalField.js"

const withdrawnOptions = (options: ReadonlyArray<FieldOption>, stored: ReadonlyArray<FieldOption>): ReadonlyArray<FieldOption> => {
  const ids = new Set(options.map(({ id }) => id))
  return stored.filter(({ id }) => !ids.has(id)).map((option) => ({ ...option, withdrawn: true }))
}

/**
 * New field definitions, with the removed options of the stored ones appended as withdrawn: events and filters may
 * still refer to them (wire.md §5). An option that is present again is no longer withdrawn.
 */
export const withdrawOptions = (
  fields: ReadonlyArray<AdditionalField>,
  stored: ReadonlyArray<AdditionalField>
): ReadonlyArray<AdditionalField> => {
  const storedOptions = new Map(stored.map(({ field, options }) => [field, options ?? []]))
  return fields.map((field) =>
    field.options === undefined
      ? field
      : { ...field, options: [...field.options, ...withdrawnOptions(field.options, storedOptions.get(field.field) ?? [])] }
  )
}
