import { type Issue, issue, type IssueCode } from "../../domain/error/Issue.js"
import { isJsonObject, type Json, type JsonObject } from "../../domain/text/Json.js"

/** The type of a line's member, and the issue code of a value of another type. */
export interface MemberKind<A extends Json> {
  readonly holds: (value: Json) => value is A
  readonly code: IssueCode
  readonly message?: string
}

/** Any text. */
export const text: MemberKind<string> = {
  holds: (value): value is string => typeof value === "string",
  code: "type.invalid",
  message: "a text is expected"
}

/** A text, or null for none. */
export const textOrNull: MemberKind<string | null> = {
  holds: (value): value is string | null => value === null || typeof value === "string",
  code: "type.invalid",
  message: "a text or null is expected"
}

/** A boolean. */
export const flag: MemberKind<boolean> = {
  holds: (value): value is boolean => typeof value === "boolean",
  code: "type.invalid",
  message: "true or false is expected"
}

/** A uid: a whole number above 0. */
export const uid: MemberKind<number> = {
  holds: (value): value is number => typeof value === "number" && Number.isSafeInteger(value) && value > 0,
  code: "integer.invalid"
}

/** A uid, or null for none. */
export const uidOrNull: MemberKind<number | null> = {
  holds: (value): value is number | null => value === null || uid.holds(value),
  code: "integer.invalid"
}

/** A JSON object. */
export const object: MemberKind<JsonObject> = { holds: isJsonObject, code: "type.invalid", message: "an object is expected" }

/** A list. */
export const list: MemberKind<ReadonlyArray<Json>> = {
  holds: (value): value is ReadonlyArray<Json> => Array.isArray(value),
  code: "type.invalid",
  message: "a list is expected"
}

/** Parser of a line's members. A faulty member counts as absent and adds an issue. */
export interface LineMembers {
  /** Issues so far, in the order in which members were parsed. */
  readonly issues: ReadonlyArray<Issue>
  /** An optional member; null counts as absent when the type does not allow it. */
  readonly optional: <A extends Json>(name: string, kind: MemberKind<A>) => A | undefined
  /** A required member. */
  readonly needed: <A extends Json>(name: string, kind: MemberKind<A>) => A | undefined
  /** Adds an issue that the member types cannot detect. */
  readonly refuse: (fault: Issue) => void
}

/** Makes the parser of an object's members. `path` is the prefix of their names in issues (`extId.`). */
export const membersOf = (line: JsonObject, path = ""): LineMembers => {
  const issues: Array<Issue> = []
  const optional: LineMembers["optional"] = (name, kind) => {
    const value = line[name]
    if (value === undefined) return undefined
    if (kind.holds(value)) return value
    if (value !== null) {
      issues.push(issue(kind.code, path + name, { origin: value, ...(kind.message === undefined ? {} : { message: kind.message }) }))
    }
    return undefined
  }
  return {
    issues,
    optional,
    needed: (name, kind) => {
      const value = line[name]
      if (value === undefined || value === null) issues.push(issue("required", path + name))
      return optional(name, kind)
    },
    refuse: (fault) => {
      issues.push(fault)
    }
  }
}
