import * as Either from "effect/Either"
import { type Issue, issue } from "../../domain/error/Issue.js"
import type { Limits } from "../../domain/Limits.js"
import type { Json } from "../../domain/text/Json.js"
import { ChangeKind } from "../../record/ChangeRecord.js"
import type { WebhookRecord } from "../../record/WebhookRecord.js"
import { capIssues, fault, isBlank, isList, issuesOf, type ParseResult, readingOf } from "../value/ParseResult.js"
import { readLink } from "../value/readLink.js"
import { readFlag, readOneOf } from "../value/readScalar.js"
import { besideData, unwrapBody } from "../value/unwrapBody.js"

/** The members of a webhook that its administrators write. */
export type WebhookDraft = Pick<WebhookRecord, "detailed" | "kinds" | "state" | "url">

/** A parsed body of a webhook. The draft is valid only without issues. */
export interface WebhookReading {
  readonly draft: WebhookDraft
  readonly issues: ReadonlyArray<Issue>
  /** `ignored` warnings for unknown and read-only members. */
  readonly warnings: ReadonlyArray<Issue>
}

/** A new webhook before its body is read. */
export const newWebhook: WebhookDraft = { url: "", kinds: [], detailed: false, state: "active" }

const writable: ReadonlySet<string> = new Set(["url", "kinds", "detailed", "state"])

const readUrl = (value: Json, limits: Limits): ParseResult<string> => {
  const read = readLink("url", value, "url.invalid", limits)
  if (Either.isLeft(read)) return Either.left(read.left)
  return read.right === null ? fault("required", "url", { origin: value, message: "a URL is required" }) : Either.right(read.right)
}

/** Kinds of changes; a single one is a list of one, and blank means all. */
const readKinds = (value: Json): ParseResult<ReadonlyArray<string>> => {
  if (isBlank(value)) return Either.right([])
  const readings = (isList(value) ? value : [value]).map((kind, index) => readOneOf(kind, { field: "kinds", index }, ChangeKind.literals))
  return readingOf([...new Set(readings.flatMap((reading) => Either.isRight(reading) ? [reading.right] : []))], issuesOf(readings))
}

/**
 * Parses a body of a webhook and collects all issues (wire.md §9). `stored` is the webhook before: members that the
 * body does not name stay. A webhook that was `disabled` may stay so; no body disables one.
 *
 * @example
 * readWebhook({ url: "https://example.org/hook", kinds: ["event.published", "event.born"] }, newWebhook, defaultLimits)
 *   .issues // kinds, index 1: enum.invalid
 */
export const readWebhook = (body: Json, stored: WebhookDraft, limits: Limits): WebhookReading => {
  const unwrapped = unwrapBody(body)
  if (Either.isLeft(unwrapped)) return { draft: stored, issues: unwrapped.left, warnings: [] }
  const fields = unwrapped.right
  const read = <A>(name: keyof WebhookDraft, before: A, reading: (value: Json) => ParseResult<A>): ParseResult<A> => {
    const value = fields[name]
    return value === undefined ? Either.right(before) : reading(value)
  }
  const states = [...new Set(["active", "paused", stored.state])]
  const url = stored.url === "" ? readUrl(fields["url"] ?? null, limits) : read("url", stored.url, (value) => readUrl(value, limits))
  const kinds = read("kinds", stored.kinds, readKinds)
  const detailed = read("detailed", stored.detailed, (value) => readFlag("detailed", value))
  const state = read("state", stored.state, (value) => readOneOf(value, { field: "state" }, states))
  const ignored = Object.keys(fields).filter((field) => !writable.has(field)).map((field) => issue("ignored", field))
  return {
    draft: {
      url: Either.getOrElse(url, () => stored.url),
      kinds: Either.getOrElse(kinds, () => stored.kinds),
      detailed: Either.getOrElse(detailed, () => stored.detailed),
      state: Either.getOrElse(state, () => stored.state)
    },
    issues: capIssues(issuesOf([url, kinds, detailed, state]), limits.issues_max),
    warnings: capIssues([...besideData(body, limits.issues_max), ...ignored], limits.issues_max)
  }
}
