import type { AdditionalField } from "../domain/AdditionalField.js"
import { isFieldCode } from "../domain/isFieldCode.js"
import { languageTag } from "../domain/languageTag.js"
import { eventForm, fieldShape, type MemberShape } from "./EventForm.js"

/** Where in an event something stands: the names of the members that lead there, each inside the one before. */
export type FieldPath = ReadonlyArray<string>

/**
 * What of an event is picked, or of a member of it: `"whole"`, or by name the members that are, and what of each. Lists are passed through:
 * what is picked is picked from each item.
 */
export type FieldSelection = "whole" | FieldTree

/** The members that are picked, by name. */
export interface FieldTree {
  readonly [name: string]: FieldSelection
}

const leads = (shape: MemberShape, rest: FieldPath): boolean => {
  const [name, ...further] = rest
  if (name === undefined) return true
  switch (shape.kind) {
    case "plain":
    case "choice":
      return false
    case "text":
    case "label":
    case "texts":
      return further.length === 0 && languageTag(name) !== undefined
    case "object": {
      const member = Object.hasOwn(shape.members, name) ? shape.members[name] : undefined
      return member !== undefined && leads(member, further)
    }
  }
}

const members = Object.fromEntries(Object.entries(eventForm).map(([name, { shape }]) => [name, shape]))

/**
 * A dotted path as `includeFields` names it, or undefined when it cannot lead anywhere (service.md, includeFields). Paths run through lists;
 * the last segment of one into text in several languages may be a language, which is looked up there (`lookUpLanguage`). A name that is no member of events may be the code of an
 * additional field: whether it is, the agenda says (`strayPaths`).
 *
 * @example
 * readFieldPath("timings.begin") // ["timings", "begin"]
 * readFieldPath("title.fr") // ["title", "fr"]
 * readFieldPath("title.colour") // undefined
 * readFieldPath("genres") // ["genres"]
 */
export const readFieldPath = (text: string): FieldPath | undefined => {
  const path = text.split(".")
  const [name = ""] = path
  const isOther = isFieldCode(name) && !Object.hasOwn(members, name)
  return leads({ kind: "object", members: isOther ? { [name]: { kind: "text" } } : members }, path) ? path : undefined
}

/**
 * The paths of a selection that lead nowhere: into what is neither a member of events nor one of these additional fields, or into one that
 * is not keyed by language.
 */
export const strayPaths = (selection: FieldTree, additional: ReadonlyArray<AdditionalField>): ReadonlyArray<string> => {
  const shapes = new Map(additional.map((field) => [field.field, fieldShape(field)]))
  return Object.entries(selection).flatMap(([name, below]) => {
    const kind = shapes.get(name)?.kind
    if (Object.hasOwn(members, name) || kind === "text" || (kind !== undefined && below === "whole")) return []
    return below === "whole" ? [name] : Object.keys(below).map((lang) => `${name}.${lang}`)
  })
}

/**
 * What several paths pick together; a path picks everything below it.
 *
 * @example
 * selectFields([["uid"], ["location", "city"], ["location", "name"]]) // { uid: "whole", location: { city: "whole", name: "whole" } }
 */
export const selectFields = (paths: ReadonlyArray<FieldPath>): FieldTree => {
  const below = new Map<string, Array<FieldPath>>()
  for (const [name, ...rest] of paths) {
    if (name === undefined) continue
    const rests = below.get(name)
    if (rests === undefined) below.set(name, [rest])
    else rests.push(rest)
  }
  return Object.fromEntries(
    [...below].map(([name, rests]) => [name, rests.some((rest) => rest.length === 0) ? "whole" : selectFields(rests)])
  )
}
