import { type Issue, issue } from "../../domain/error/Issue.js"
import { isJsonObject, type Json, type JsonObject } from "../../domain/text/Json.js"
import { isList } from "./ParseResult.js"

const labelled: ReadonlyArray<string> = ["id", "label"]

/**
 * Known members of object values by field, alone or in a list. Multilingual texts and the data that `ticketWarnings`
 * checks are excluded.
 */
const known: { readonly [field: string]: ReadonlyArray<string> } = {
  age: ["min", "max"],
  attendanceMode: labelled,
  extIds: ["key", "value"],
  image: ["base", "filename", "size", "url", "variants"],
  registration: ["type", "value"],
  status: labelled
}

/** `ignored` warnings for unknown members of objects in a body, each with its path; stops just above `max`. */
export const unknownMembers = (body: JsonObject, max: number): ReadonlyArray<Issue> => {
  const found: Array<Issue> = []
  const look = (value: Json, members: ReadonlyArray<string>, field: string, at: { readonly index?: number }): void => {
    if (!isJsonObject(value)) return
    for (const member of Object.keys(value)) {
      if (found.length > max) return
      if (!members.includes(member)) found.push(issue("ignored", `${field}.${member}`, at))
    }
  }
  for (const [field, members] of Object.entries(known)) {
    const value = body[field] ?? null
    if (!isList(value)) look(value, members, field, {})
    else {
      for (const [index, entry] of value.entries()) {
        if (found.length > max) return found
        look(entry, members, `${field}[${index}]`, { index })
      }
    }
  }
  return found
}
