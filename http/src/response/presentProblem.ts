import type { Issue } from "@agenda-engine/core/domain/Issue"
import type { JsonObject } from "@agenda-engine/core/domain/Json"
import { defaultLimits, type Limits } from "@agenda-engine/core/domain/Limits"
import { presentIssues } from "./presentIssue.js"
import { type ProblemKind, problemKinds } from "./problemKinds.js"

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

const shownInDetail_max = 3

const withField = ({ field, message }: Issue): string => field === "" || message.startsWith(`${field} `) ? message : `${field}: ${message}`

const detailOf = ({ issues = [], message }: ProblemFacts): string => {
  if (issues.length === 0) return message
  const shown = issues.slice(0, shownInDetail_max).map(withField)
  return [...shown, ...(issues.length > shown.length ? [`and ${issues.length - shown.length} more`] : [])].join("; ")
}

/** The error body (wire.md §4). `base` is the base of absolute URLs; empty when unknown. */
export const presentProblem = (facts: ProblemFacts, base: string, limits: Limits = defaultLimits): JsonObject => {
  const { status, title } = problemKinds[facts.kind]
  return {
    type: `${base}/problems/${facts.kind}`,
    title,
    status,
    detail: detailOf(facts),
    success: false,
    message: facts.message,
    error: facts.message,
    info: facts.info ?? {},
    errors: presentIssues(facts.issues ?? [], limits),
    ...facts.more
  }
}
