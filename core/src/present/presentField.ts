import {
  type AdditionalField,
  type FieldOption,
  isInDetail,
  isMultilingual,
  isMultipleChoice,
  isOptioned
} from "../domain/field/AdditionalField.js"
import { type FieldValue, fieldValueOf, isImage } from "../domain/field/FieldValue.js"
import { attendanceModeOptions, statusOptions } from "../domain/field/nativeFields.js"
import { isJsonObject, type Json, type JsonObject } from "../domain/text/Json.js"
import { chooseLanguage, type MultilingualText } from "../domain/text/MultilingualText.js"
import { fieldShape, type MemberShape } from "../query/event/eventShape.js"
import type { EventView } from "../query/event/EventView.js"
import { pickFields } from "./pickFields.js"

/**
 * Collapses each multilingual text to one string: in the first available language of `languages`, else in the first one
 * it has (wire.md §5, monolingual). A text without any language becomes `""` and a list of texts without any becomes
 * `[]`, so that clients always get a string. Null stays null. Tier labels and country names are not collapsed.
 *
 * @example
 * collapseTexts({ fr: "Été", en: "Summer" }, { kind: "text" }, ["de", "en"]) // "Summer"
 */
export const collapseTexts = (value: Json, shape: MemberShape, languages: ReadonlyArray<string>): Json => {
  switch (shape.kind) {
    case "plain":
    case "label":
      return value
    case "choice":
      if (Array.isArray(value)) return value.map((item: Json) => collapseTexts(item, shape, languages))
      return isJsonObject(value) ? { ...value, label: collapseTexts(value.label ?? {}, { kind: "text" }, languages) } : value
    case "text":
      return isJsonObject(value) ? chooseLanguage(value, languages) ?? "" : value
    case "texts":
      return isJsonObject(value) ? chooseLanguage(value, languages) ?? [] : value
    case "object": {
      if (Array.isArray(value)) return value.map((item: Json) => collapseTexts(item, shape, languages))
      if (!isJsonObject(value)) return value
      return Object.fromEntries(
        Object.entries(value).map(([name, member]) => {
          const inside = Object.hasOwn(shape.members, name) ? shape.members[name] : undefined
          return [name, inside === undefined ? member : collapseTexts(member, inside, languages)]
        })
      )
    }
  }
}

/** Applies `format` to a text, or to each text of an object keyed by language. */
const formatTexts = (value: Json, format: (text: string) => string): Json => {
  if (typeof value === "string") return format(value)
  return isJsonObject(value) ? Object.fromEntries(Object.entries(value).map(([lang, text]) => [lang, formatTexts(text, format)])) : value
}

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
 * Replaces the option ids of an additional field by `{id, label}`. Other values are unchanged. An option that is no
 * longer offered keeps its label.
 */
const labelOptions = (field: AdditionalField, value: Json): Json => {
  if (Array.isArray(value)) return value.map((item: Json) => labelOptions(field, item))
  return typeof value !== "number" ? value : { id: value, label: field.options?.find(({ id }) => id === value)?.label ?? {} }
}

/** The view of events together with the request context. */
export interface EventViewing extends EventView {
  /** Epoch milliseconds. */
  readonly now: number
  /** URL prefix of images stored by this server; absent: none. */
  readonly imageBase?: string
  /** Default language of the agenda; the fallback of a monolingual view. */
  readonly defaultLang?: string
  /** Whether the caller may see `member`, `stateHistory` and all availability facts. */
  readonly privileged: boolean
  /** Whether to include `removed: false`. */
  readonly removedFlag: boolean
  /** Converts markdown to HTML, for additional fields of type html. */
  readonly toHtml: (markdown: string) => string
  /** Sort values of the event (`explainSort`); null unless requested. */
  readonly sort: ReadonlyArray<JsonObject> | null
}

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
