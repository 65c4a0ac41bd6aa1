import * as Either from "effect/Either"
import { type Issue, issue } from "../../domain/error/Issue.js"
import { isJsonObject, type Json, type JsonObject } from "../../domain/text/Json.js"
import type { AvailabilityRow, SlotRows } from "../../domain/ticketing/AvailabilityRow.js"
import { fault, isBlank, isList, type ParseResult, readingOf, type ValuePath } from "../value/ParseResult.js"
import { readAvailabilityRow, type RowReading } from "./readAvailabilityRow.js"
import { type OffersRules, readProvider } from "./readProvider.js"

/** Parsing rules of the rows of a slot. */
export interface SlotRowsRules extends OffersRules, RowReading {}

/**
 * Converts a row from a response to a written row. `reportedStatus` replaces the computed `status`. Callers who do not
 * see `reportedStatus` only know the computed status, which is then taken as the reported one.
 */
const reported = (row: JsonObject): JsonObject => "reportedStatus" in row ? { ...row, status: row["reportedStatus"] ?? null } : row

/** Converts the rows of a slot from an object by provider to a list. */
export const listRows = (value: Json): Json =>
  isJsonObject(value)
    ? Object.entries(value).flatMap(([provider, row]) => row === null ? [] : [isJsonObject(row) ? { ...row, provider } : row])
    : value

/**
 * Parses the availability rows of a new slot: a list with one row per provider, as in responses, or an object by
 * provider (wire.md §8, Availability row). Collects all issues, each with its path.
 */
export const readSlotRows = (value: Json, { field, ...at }: ValuePath, rules: SlotRowsRules): ParseResult<SlotRows> => {
  if (isBlank(value)) return Either.right({})
  const listed = listRows(value)
  if (!isList(listed)) {
    return fault("type.invalid", field, { ...at, origin: value, message: "a list of rows, one for each provider, is expected" })
  }
  const rows: Array<readonly [string, AvailabilityRow]> = []
  const issues: Array<Issue> = []
  const seen = new Set<string>()
  for (const [position, entry] of listed.entries()) {
    if (issues.length > rules.limits.issues_max) break
    const path = { ...at, field: `${field}[${position}]` }
    if (!isJsonObject(entry)) {
      issues.push(issue("type.invalid", path.field, { ...at, origin: entry, message: "an object with a provider is expected" }))
      continue
    }
    const provider = readProvider(entry["provider"], { ...at, field: `${path.field}.provider` }, rules, seen)
    const row = readAvailabilityRow(reported(entry), path, rules)
    if (Either.isLeft(provider)) issues.push(...provider.left)
    if (Either.isLeft(row)) issues.push(...row.left)
    if (Either.isRight(provider) && Either.isRight(row)) rows.push([provider.right, row.right])
  }
  return readingOf(Object.fromEntries(rows), issues)
}
