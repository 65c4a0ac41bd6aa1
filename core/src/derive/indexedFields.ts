import type { AdditionalField } from "../domain/AdditionalField.js"
import { dimensionOf } from "../record/dimensionOf.js"

/**
 * Canonical text of the properties of field definitions that `indexEvent` uses. Two lists of definitions with equal
 * texts index every event identically.
 *
 * @example
 * indexedFields([{ field: "genre", fieldType: "text", … }]) // '[["field:genre","text",[]]]'
 */
export const indexedFields = (definitions: ReadonlyArray<AdditionalField>): string =>
  JSON.stringify(
    definitions
      .map((definition) => [dimensionOf(definition), definition.fieldType, definition.languages ?? []] as const)
      .toSorted(([left], [right]) => left < right ? -1 : 1)
  )
