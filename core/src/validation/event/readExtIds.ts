import * as Either from "effect/Either"
import { type Issue, issue } from "../../domain/error/Issue.js"
import { type ExtId, mergeExtIds } from "../../domain/event/Event.js"
import type { Limits } from "../../domain/Limits.js"
import { isJsonObject, type Json } from "../../domain/text/Json.js"
import { fault, isBlank, isList, issuesOf, type ParseResult, readingOf } from "../value/ParseResult.js"
import { readText } from "../value/readText.js"
import type { WrittenExtId } from "./EventChanges.js"

const field = "extIds"

const readPart = (
  entry: { readonly [part: string]: Json },
  part: "key" | "value",
  index: number,
  limits: Limits
): ParseResult<string | null> => {
  const value = entry[part] ?? null
  const options = { field: `${field}[${index}].${part}`, index, chars_max: limits.extId_chars_max }
  return readText(typeof value === "number" && Number.isSafeInteger(value) ? String(value) : value, options)
}

const tooMany = (count: number, { extIds_max }: Limits): ParseResult<never> =>
  fault("tooMany", field, {
    message: `at most ${extIds_max} external identifiers are accepted, these are ${count}`,
    info: { max: extIds_max, count }
  })

/**
 * Parses external identifiers: `[{key, value}]` with distinct keys; integers become their digits. `removal`: accepts a
 * null value, which removes the identifier (wire.md §2, PATCH).
 */
const readWritten = (value: Json, removal: boolean, limits: Limits): ParseResult<ReadonlyArray<WrittenExtId>> => {
  if (isBlank(value)) return Either.right([])
  if (!isList(value)) return fault("type.invalid", field, { origin: value, message: "a list of {key, value} is expected" })
  if (value.length > limits.extIds_max) return tooMany(value.length, limits)
  const extIds = new Map<string, string | null>()
  const issues: Array<Issue> = []
  for (const [index, entry] of value.entries()) {
    if (!isJsonObject(entry)) {
      issues.push(issue("type.invalid", field, { index, origin: entry, message: "an object with key and value is expected" }))
      continue
    }
    const key = readPart(entry, "key", index, limits)
    const part = readPart(entry, "value", index, limits)
    issues.push(...issuesOf([key, part]))
    if (Either.isLeft(key) || Either.isLeft(part)) continue
    if (key.right === null) issues.push(issue("required", `${field}[${index}].key`, { index }))
    else if (part.right === null && !(removal && entry.value === null)) {
      issues.push(issue("required", `${field}[${index}].value`, { index }))
    } else if (extIds.has(key.right)) {
      issues.push(issue("duplicate", field, { index, origin: entry, message: "an earlier entry has this key" }))
    } else extIds.set(key.right, part.right)
  }
  return readingOf([...extIds].map(([key, text]) => ({ key, value: text })), issues)
}

/** Parses a complete list of external identifiers. */
export const readExtIds = (value: Json, limits: Limits): ParseResult<ReadonlyArray<ExtId>> =>
  Either.map(readWritten(value, false, limits), (written) => written.flatMap(({ key, value }) => value === null ? [] : [{ key, value }]))

/**
 * Parses external identifiers to merge into the stored ones by key; the merged list is bounded by `extIds_max`. A blank
 * value removes all of them.
 */
export const readMergedExtIds = (value: Json, stored: ReadonlyArray<ExtId>, limits: Limits): ParseResult<ReadonlyArray<WrittenExtId>> =>
  isBlank(value)
    ? Either.right(stored.map(({ key }) => ({ key, value: null })))
    : Either.flatMap(readWritten(value, true, limits), (written) => {
      const count = mergeExtIds(stored, written).length
      return count > Math.max(limits.extIds_max, stored.length) ? tooMany(count, limits) : Either.right(written)
    })

/** `ignored` warnings for external identifiers with the key of the request path (`extId`) but a different value. */
export const ignoredExtIds = (extId: ExtId | null, named: ReadonlyArray<WrittenExtId> = []): ReadonlyArray<Issue> =>
  named.flatMap(({ key, value }, index) =>
    extId !== null && key === extId.key && value !== extId.value
      ? [issue("ignored", `extIds[${index}].value`, { index, message: "the path names another value of this key" })]
      : []
  )
