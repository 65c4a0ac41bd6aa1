import type { AdditionalField } from "../domain/AdditionalField.js"
import { dimensionOf } from "../record/dimensionOf.js"

/**
 * What `indexEvent` looks at of definitions, as a text: two lists of them of which it is the same index every event alike.
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
