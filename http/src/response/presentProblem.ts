import { type Issue, issue, summarizeIssues } from "@agenda-engine/core/domain/error/Issue"
import { defaultLimits, type Limits } from "@agenda-engine/core/domain/Limits"
import type { Json, JsonObject } from "@agenda-engine/core/domain/text/Json"
import { type ProblemKind, problemKinds } from "./Refusal.js"

/** The first characters of a text. A character has at most two UTF-16 units, so no more of a long text is read. */
const cut = (text: string, chars_max: number): string => {
  if (text.length <= chars_max) return text
  const chars = Array.from(text.slice(0, 2 * chars_max + 1))
  return chars.length <= chars_max ? text : chars.slice(0, chars_max).join("")
}

/** A refused value in responses: unchanged when short, else its text truncated (wire.md §4). */
const presentOrigin = (origin: Json | undefined, chars_max: number): Json => {
  if (origin === undefined) return ""
  if (typeof origin === "string") return cut(origin, chars_max)
  if (typeof origin !== "object" || origin === null) return origin
  const text = JSON.stringify(origin)
  return text.length <= chars_max ? origin : cut(text, chars_max)
}

const presentOne = (found: Issue, limits: Limits): JsonObject => ({
  code: found.code,
  field: found.field,
  ...(found.lang === undefined ? {} : { lang: found.lang }),
  ...(found.index === undefined ? {} : { index: found.index }),
  message: found.message,
  // Null means the same as absent where a value is needed.
  origin: found.code === "required" && found.origin === null ? "" : presentOrigin(found.origin, limits.origin_chars_max),
  step: "validation",
  ...(found.info === undefined ? {} : { info: found.info })
})

/** Issues for the member `errors`. Past the limit, one `tooMany` item replaces the rest. */
export const presentIssues = (issues: ReadonlyArray<Issue>, limits: Limits): ReadonlyArray<JsonObject> => {
  const shown = issues.slice(0, limits.issues_max)
  const rest = issues.length - shown.length
  const closing = issue("tooMany", "errors", { message: "there are more errors than are listed", info: { more: rest } })
  return [...shown, ...(rest > 0 ? [closing] : [])].map((found) => presentOne(found, limits))
}

/** A warning for the member `warnings`: a part of the body that was ignored (wire.md §2, Bodies). */
export const presentWarning = (found: Issue): JsonObject => ({
  code: found.code,
  field: found.field,
  ...(found.lang === undefined ? {} : { lang: found.lang }),
  ...(found.index === undefined ? {} : { index: found.index })
})

/** Contents of an error response. */
export interface ProblemFacts {
  readonly kind: ProblemKind
  /** Short text that v2 clients read as `message` and `error`. */
  readonly message: string
  readonly issues?: ReadonlyArray<Issue>
  readonly info?: JsonObject
  /** Additional members of one route's error body. */
  readonly more?: JsonObject
}

/** The error body (wire.md §4). `base` is the base of absolute URLs; empty when unknown. */
export const presentProblem = (facts: ProblemFacts, base: string, limits: Limits = defaultLimits): JsonObject => {
  const { status, title } = problemKinds[facts.kind]
  return {
    type: `${base}/problems/${facts.kind}`,
    title,
    status,
    detail: summarizeIssues(facts.issues ?? []) || facts.message,
    success: false,
    message: facts.message,
    error: facts.message,
    info: facts.info ?? {},
    errors: presentIssues(facts.issues ?? [], limits),
    ...facts.more
  }
}
