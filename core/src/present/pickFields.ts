import { isJsonObject, type Json, type JsonObject } from "../domain/text/Json.js"
import { lookUpLanguage } from "../domain/text/MultilingualText.js"
import type { FieldSelection, FieldTree } from "../query/event/FieldPath.js"

/**
 * Resolves the names of a selection to members of the value. A name without a member may be a language, which is looked
 * up.
 */
const selected = (value: JsonObject, selection: FieldTree): FieldTree => {
  const entries = Object.entries(selection)
  if (entries.every(([name]) => Object.hasOwn(value, name))) return selection
  const names = Object.keys(value)
  return Object.fromEntries(entries.flatMap(([name, below]) => {
    const member = Object.hasOwn(value, name) ? name : lookUpLanguage(name, names)
    return member === undefined ? [] : [[member, below]]
  }))
}

/**
 * Applies a selection to a value, in the order of the value. For a list it applies to each item; for an object it
 * returns the selected members that exist; other values are returned unchanged. Idempotent.
 *
 * @example
 * pickFields([{ id: "a", begin: "…" }], { begin: "whole" }) // [{ begin: "…" }]
 * pickFields({ "pt-BR": "…", fr: "…" }, { pt: "whole" }) // { "pt-BR": "…" }
 */
export const pickFields = (value: Json, selection: FieldSelection): Json => {
  if (selection === "whole") return value
  if (Array.isArray(value)) return value.map((item: Json) => pickFields(item, selection))
  if (!isJsonObject(value)) return value
  const members = selected(value, selection)
  const picked: { [name: string]: Json } = {}
  for (const name of Object.keys(value)) {
    const { [name]: member } = value
    const below = Object.hasOwn(members, name) ? members[name] : undefined
    if (member !== undefined && below !== undefined) picked[name] = pickFields(member, below)
  }
  return picked
}
