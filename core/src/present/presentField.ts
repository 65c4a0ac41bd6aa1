import { type AdditionalField, isInDetail, isMultilingual, isMultipleChoice, isOptioned } from "../domain/field/AdditionalField.js"
import { type FieldValue, fieldValueOf, isImage } from "../domain/field/FieldValue.js"
import { isJsonObject, type Json, type JsonObject } from "../domain/text/Json.js"
import { fieldShape } from "../query/event/eventShape.js"
import type { EventViewing } from "./EventViewing.js"
import { labelOptions } from "./labelChoice.js"
import { pickFields } from "./pickFields.js"
import { collapseTexts, formatTexts } from "./texts.js"

/** The lazily parsed texts of an event that contain its additional fields (`EventSummary`, `EventDetail`). */
export interface StoredParts {
  readonly summary: () => JsonObject
  /** Null when the body was not loaded. */
  readonly detail: (() => JsonObject) | null
}

/**
 * A value of an additional field in responses and exports; `imageBase` is the URL prefix of images stored by this
 * server.
 */
export const presentFieldValue = (value: FieldValue, imageBase: string): FieldValue =>
  isImage(value) && value.base === "" ? { ...value, base: imageBase } : value

/** The value shown for a field without a value. */
const unset = (field: AdditionalField): Json => isMultipleChoice(field) ? [] : isMultilingual(field) ? {} : null

/** The object that contains the value of a field; undefined when it was not loaded. */
const partOf = (field: AdditionalField, { detail, summary }: StoredParts): JsonObject | undefined => {
  const part = isInDetail(field) ? detail?.() : summary()
  if (part === undefined) return undefined
  return isJsonObject(part.fields) ? part.fields : {}
}

/**
 * An additional field in responses (wire.md §5, field types). Checkbox and multiselect are lists of option ids; radio
 * and select are one id. Multilingual fields are text keyed by language, collapsed by `languages` unless that is null.
 * A field of type html is HTML, and an image has its `base`. Empty fields are null, `[]` or `{}`. Undefined when the
 * stored part was not loaded.
 */
export const presentField = (
  field: AdditionalField,
  stored: StoredParts,
  { fields, imageBase, includeLabels = false, toHtml }: Omit<EventViewing, "sort">,
  languages: ReadonlyArray<string> | null
): Json | undefined => {
  const values = partOf(field, stored)
  if (values === undefined) return undefined
  const held = fieldValueOf(field, values)
  const value = held === undefined ? unset(field) : presentFieldValue(held, imageBase ?? "")
  const single = isOptioned(field) && !isMultipleChoice(field) && Array.isArray(value) ? value[0] ?? null : value
  const picked = pickFields(single, fields?.[field.field] ?? "whole")
  const labelled = includeLabels && isOptioned(field) ? labelOptions(field, picked) : picked
  const shown = languages === null ? labelled : collapseTexts(labelled, fieldShape(field), languages)
  return field.fieldType === "html" ? formatTexts(shown, toHtml) : shown
}
