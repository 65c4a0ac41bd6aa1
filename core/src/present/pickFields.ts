import { isJsonObject, type Json } from "../domain/Json.js"
import type { FieldSelection } from "../query/FieldPath.js"

/**
 * What a selection picks out of a value, in the value's own order: from a list, out of each item; from an object, the members that are named
 * and there; anything else as it is. Picking again changes nothing.
 *
 * @example
 * pickFields([{ id: "a", begin: "…" }], { begin: "whole" }) // [{ begin: "…" }]
 */
export const pickFields = (value: Json, selection: FieldSelection): Json => {
  if (selection === "whole") return value
  if (Array.isArray(value)) return value.map((item: Json) => pickFields(item, selection))
  if (!isJsonObject(value)) return value
  const picked: { [name: string]: Json } = {}
  for (const name of Object.keys(value)) {
    const { [name]: member } = value
    const below = Object.hasOwn(selection, name) ? selection[name] : undefined
    if (member !== undefined && below !== undefined) picked[name] = pickFields(member, below)
  }
  return picked
}
