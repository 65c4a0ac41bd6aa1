import * as Either from "effect/Either"
import { Role } from "../../domain/access/Member.js"
import { type Issue, issue } from "../../domain/error/Issue.js"
import type { Limits } from "../../domain/Limits.js"
import { streamSafe } from "../../domain/text/cleanText.js"
import { isEmail } from "../../domain/text/isEmail.js"
import type { Json } from "../../domain/text/Json.js"
import { capIssues, fault, isBlank, isList, issuesOf, type ParseResult, readingOf } from "../value/ParseResult.js"
import { readOneOf } from "../value/readScalar.js"
import { readText } from "../value/readText.js"
import { besideData, unwrapBody } from "../value/unwrapBody.js"

/** A parsed invitation request. */
export interface InviteDraft {
  readonly role: Role
  /** Lower case and distinct, in order of first occurrence. */
  readonly emails: ReadonlyArray<string>
  /** Markdown as written; empty when absent. */
  readonly message: string
}

/** A parsed invitation body. The draft is valid only without issues. */
export interface InviteReading {
  readonly draft: InviteDraft
  readonly issues: ReadonlyArray<Issue>
  /** `ignored` warnings for unknown members. */
  readonly warnings: ReadonlyArray<Issue>
}

const nothing: InviteDraft = { role: "contributor", emails: [], message: "" }

const writable: ReadonlySet<string> = new Set(["role", "emails", "message"])

const readRole = (value: Json): ParseResult<Role> =>
  isBlank(value)
    ? fault("required", "role", { origin: value, message: "a role is required" })
    : readOneOf(value, { field: "role" }, Role.literals)

const hasControls = /\p{Cc}|\p{Cs}/u

const readAddress = (value: Json, index: number): ParseResult<string> => {
  if (typeof value !== "string") return fault("type.invalid", "emails", { index, origin: value, message: "an e-mail address is expected" })
  const address = streamSafe(value.trim()).normalize("NFC").toLowerCase()
  return isEmail(address) && !hasControls.test(address) ? Either.right(address) : fault("email.invalid", "emails", { index, origin: value })
}

const readAddresses = (value: Json, { invitations_max, issues_max }: Limits): ParseResult<ReadonlyArray<string>> => {
  if (isBlank(value)) return fault("required", "emails", { origin: value, message: "at least one e-mail address is required" })
  const written = typeof value === "string" ? [value] : value
  if (!isList(written)) return fault("type.invalid", "emails", { message: "a list of e-mail addresses is expected" })
  const addresses = new Set<string>()
  const issues: Array<Issue> = []
  for (const [index, one] of written.entries()) {
    if (issues.length > issues_max) break
    const reading = readAddress(one, index)
    if (Either.isLeft(reading)) issues.push(...reading.left)
    else addresses.add(reading.right)
  }
  if (addresses.size <= invitations_max) return readingOf([...addresses], issues)
  const message = `at most ${invitations_max} addresses are invited at once, these are ${addresses.size}`
  return Either.left([issue("tooMany", "emails", { message, info: { max: invitations_max, length: addresses.size } }), ...issues])
}

/**
 * Parses an invitation body and collects all issues (service.md, POST members/invite; wire.md §7). Addresses are
 * compared without case; `emails` may be a single address.
 *
 * @example
 * readInvite({ role: "moderator", emails: ["a@example.org", "b"] }, defaultLimits).issues
 * // emails, index 1: email.invalid
 */
export const readInvite = (body: Json, limits: Limits): InviteReading => {
  const unwrapped = unwrapBody(body)
  if (Either.isLeft(unwrapped)) return { draft: nothing, issues: unwrapped.left, warnings: [] }
  const fields = unwrapped.right
  const role = readRole(fields["role"] ?? null)
  const emails = readAddresses(fields["emails"] ?? null, limits)
  const message = readText(fields["message"] ?? null, { field: "message", chars_max: limits.invitationMessage_chars_max })
  const ignored = Object.keys(fields).filter((field) => !writable.has(field)).map((field) => issue("ignored", field))
  return {
    draft: {
      role: Either.getOrElse(role, () => nothing.role),
      emails: Either.getOrElse(emails, () => nothing.emails),
      message: Either.getOrElse(message, () => null) ?? ""
    },
    issues: capIssues(issuesOf([role, emails, message]), limits.issues_max),
    warnings: capIssues([...besideData(body, limits.issues_max), ...ignored], limits.issues_max)
  }
}
