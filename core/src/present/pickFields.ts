import { isJsonObject, type Json } from "../domain/Json.js"
import { lookUpLanguage } from "../domain/lookUpLanguage.js"
import type { FieldSelection, FieldTree } from "../query/FieldPath.js"

/** The members that a selection names, and what of each. A name that is no member may be a language, which is looked up among them. */
const selected = (names: ReadonlyArray<string>, selection: FieldTree): ReadonlyMap<string, FieldSelection> => {
  const found = new Map<string, FieldSelection>()
  for (const [name, below] of Object.entries(selection)) {
    const member = names.includes(name) ? name : lookUpLanguage(name, names)
    if (member !== undefined) found.set(member, below)
  }
  return found
}

/**
 * What a selection picks out of a value, in the value's own order: from a list, out of each item; from an object, the members that are named
 * and there; anything else as it is. Picking again changes nothing.
 *
 * @example
 * pickFields([{ id: "a", begin: "…" }], { begin: "whole" }) // [{ begin: "…" }]
 * pickFields({ "pt-BR": "…", fr: "…" }, { pt: "whole" }) // { "pt-BR": "…" }
 */
export const pickFields = (value: Json, selection: FieldSelection): Json => {
  if (selection === "whole") return value
  if (Array.isArray(value)) return value.map((item: Json) => pickFields(item, selection))
  if (!isJsonObject(value)) return value
  const names = Object.keys(value)
  const members = selected(names, selection)
  const picked: { [name: string]: Json } = {}
  for (const name of names) {
    const { [name]: member } = value
    const below = members.get(name)
    if (member !== undefined && below !== undefined) picked[name] = pickFields(member, below)
  }
  return picked
}
