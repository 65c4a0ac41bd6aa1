import type { AdditionalField } from "../../domain/field/AdditionalField.js"
import { languageTag } from "../../domain/text/languageTag.js"
import { eventShape, fieldShape, type MemberShape, objectShapes } from "./eventShape.js"
import { isFieldCode } from "./fieldCode.js"

/** Path to a value in an event: member names from the outside in. */
export type FieldPath = ReadonlyArray<string>

/**
 * Selection within an event or a member: `"whole"`, or a selection per member name. For lists, it applies to each item.
 */
export type FieldSelection = "whole" | FieldTree

/** Selected members by name. */
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

const members = Object.fromEntries(Object.entries(eventShape).map(([name, { shape }]) => [name, shape]))

/** Shapes of additional fields that paths continue into. */
const otherShapes: ReadonlyArray<MemberShape> = [{ kind: "text" }, ...Object.values(objectShapes)]

/**
 * Parses a dotted path of `includeFields`; undefined when no event can have it (service.md, includeFields). Paths pass
 * through lists. The last segment below a multilingual text is a language, which `lookUpLanguage` looks up. An unknown
 * top-level name may be the code of an additional field; `unknownPaths` checks that against the agenda.
 *
 * @example
 * readFieldPath("timings.begin") // ["timings", "begin"]
 * readFieldPath("title.fr") // ["title", "fr"]
 * readFieldPath("title.colour") // undefined
 * readFieldPath("genres") // ["genres"]
 */
export const readFieldPath = (text: string): FieldPath | undefined => {
  const path = text.split(".")
  const [name = "", ...rest] = path
  const isOther = isFieldCode(name) && !Object.hasOwn(members, name)
  const isPath = isOther ? otherShapes.some((shape) => leads(shape, rest)) : leads({ kind: "object", members }, path)
  return isPath ? path : undefined
}

/**
 * Paths of a selection that do not exist. A path exists when it begins with a member of events or with one of these
 * additional fields; below such a field, only languages of its text and members of its file exist.
 */
export const unknownPaths = (selection: FieldTree, additional: ReadonlyArray<AdditionalField>): ReadonlyArray<string> => {
  const shapes = new Map(additional.map((field) => [field.field, fieldShape(field)]))
  return Object.entries(selection).flatMap(([name, below]) => {
    if (Object.hasOwn(members, name)) return []
    const shape = shapes.get(name)
    if (below === "whole") return shape === undefined ? [name] : []
    return Object.keys(below).flatMap((member) => shape !== undefined && leads(shape, [member]) ? [] : [`${name}.${member}`])
  })
}

/**
 * Merges paths into a selection; a path selects everything below it.
 *
 * @example
 * selectFields([["uid"], ["location", "city"], ["location", "name"]])
 * // { uid: "whole", location: { city: "whole", name: "whole" } }
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
