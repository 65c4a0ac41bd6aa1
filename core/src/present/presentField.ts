import type { AdditionalField } from "../domain/AdditionalField.js"
import { isListed, isMultilingual, isOptioned, isTextual } from "../domain/fieldKinds.js"
import { fieldValueOf } from "../domain/fieldValueOf.js"
import { isJsonObject, type Json, type JsonObject } from "../domain/Json.js"
import { fieldShape } from "../query/EventForm.js"
import { collapseTexts } from "./collapseTexts.js"
import { formatTexts } from "./formatTexts.js"
import { labelOptions } from "./labelChoice.js"
import { pickFields } from "./pickFields.js"
import type { EventViewing } from "./presentEvent.js"

/** The stored texts of an event, where additional fields are among the rest (`EventSummary`, `EventDetail`). */
export interface StoredParts {
  readonly summary: () => JsonObject
  /** Null where the body was not read. */
  readonly detail: (() => JsonObject) | null
}

/** What is read of a field without a value. */
const unset = (field: AdditionalField): Json => isListed(field) ? [] : isMultilingual(field) ? {} : null

/** The part of an event that a field is stored in; undefined where it was not read. */
const partOf = (field: AdditionalField, { detail, summary }: StoredParts): JsonObject | undefined => {
  const part = isTextual(field) ? detail?.() : summary()
  if (part === undefined) return undefined
  return isJsonObject(part.fields) ? part.fields : {}
}

/**
 * An additional field as it is read (wire.md §5, field types): lists of option ids for checkbox and multiselect, one id for radio and select,
 * text keyed by language where the field is multilingual, HTML for html. Nothing is null, or what the field has when it is empty. In one of
 * `languages`, unless that is null.
 */
export const presentField = (
  field: AdditionalField,
  stored: StoredParts,
  { fields, includeLabels = false, toHtml }: Omit<EventViewing, "sort">,
  languages: ReadonlyArray<string> | null
): Json | undefined => {
  const values = partOf(field, stored)
  if (values === undefined) return undefined
  const value = fieldValueOf(field, values) ?? unset(field)
  const single = isOptioned(field) && !isListed(field) && Array.isArray(value) ? value[0] ?? null : value
  const picked = pickFields(single, fields?.[field.field] ?? "whole")
  const labelled = includeLabels && isOptioned(field) ? labelOptions(field, picked) : picked
  const shown = languages === null ? labelled : collapseTexts(labelled, fieldShape(field), languages)
  return field.fieldType === "html" ? formatTexts(shown, toHtml) : shown
}
