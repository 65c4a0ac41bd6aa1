import { type Issue, issue, type IssueCode } from "../../domain/Issue.js"
import { isJsonObject, type Json, type JsonObject } from "../../domain/Json.js"

/** What a member of a line may hold, and the code of the fault when it holds something else. */
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

/** Any text, or null where nothing shall be. */
export const textOrNull: MemberKind<string | null> = {
  holds: (value): value is string | null => value === null || typeof value === "string",
  code: "type.invalid",
  message: "a text or null is expected"
}

/** A yes or no. */
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

/** A uid, or null where there shall be none. */
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

/** The members of one line, read one by one; a faulty one counts as absent and its fault is kept. */
export interface LineMembers {
  /** The faults so far, in the order in which members were read. */
  readonly issues: ReadonlyArray<Issue>
  /** A member that may be absent; null counts as absent where the kind does not take it. */
  readonly optional: <A extends Json>(name: string, kind: MemberKind<A>) => A | undefined
  /** A member that must be there. */
  readonly needed: <A extends Json>(name: string, kind: MemberKind<A>) => A | undefined
  /** Keeps a fault that the kinds do not know of. */
  readonly refuse: (fault: Issue) => void
}

/** Reads the members of an object; `path` comes before their names in faults (`extId.`). */
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
