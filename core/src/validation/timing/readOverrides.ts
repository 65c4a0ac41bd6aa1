import * as Either from "effect/Either"
import { type Issue, issue } from "../../domain/error/Issue.js"
import { isJsonObject, type Json, type JsonObject } from "../../domain/text/Json.js"
import type { OffersOverride } from "../../domain/ticketing/Offers.js"
import { type OffersRules, readProvider } from "../ticketing/readProvider.js"
import { readTiers } from "../ticketing/readTiers.js"
import { fault, isBlank, isList, issuesOf, type ParseResult, readingOf, type ValuePath } from "../value/ParseResult.js"
import { readLink } from "../value/readLink.js"

/** Parsing rules of overrides. */
export interface OverrideRules extends OffersRules {
  /** Providers with offers after the write; null when unknown, which accepts every provider. */
  readonly offered: ReadonlySet<string> | null
}

const readOffered = (value: Json | undefined, path: ValuePath, rules: OverrideRules, seen: Set<string>): ParseResult<string> =>
  Either.flatMap(readProvider(value, path, rules, seen), (provider) => {
    if (rules.offered === null || rules.offered.has(provider)) return Either.right(provider)
    const { field, ...at } = path
    return fault("provider.unknown", field, { ...at, origin: provider, message: "the event has no offers of this provider" })
  })

const readOverride = (
  value: JsonObject,
  { field, ...at }: ValuePath,
  rules: OverrideRules,
  seen: Set<string>
): ParseResult<OffersOverride> => {
  const { bookingUrl: url = null, tiers: written = null } = value
  const provider = readOffered(value["provider"], { ...at, field: `${field}.provider` }, rules, seen)
  const tiers = written === null ? Either.right(null) : readTiers(written, { ...at, field: `${field}.tiers` }, rules.limits)
  const bookingUrl = readLink(`${field}.bookingUrl`, url, "url.invalid", rules.limits, at.index)
  const isEmpty = Either.isRight(tiers) && tiers.right === null && Either.isRight(bookingUrl) && bookingUrl.right === null
  const wrong = [
    ...issuesOf([provider, tiers, bookingUrl]),
    ...(isEmpty ? [issue("required", field, { ...at, origin: value, message: "tiers or bookingUrl is required" })] : [])
  ]
  if (Either.isLeft(provider) || Either.isLeft(tiers) || Either.isLeft(bookingUrl) || wrong.length > 0) return Either.left(wrong)
  return Either.right({
    provider: provider.right,
    ...(tiers.right === null ? {} : { tiers: tiers.right }),
    ...(bookingUrl.right === null ? {} : { bookingUrl: bookingUrl.right })
  })
}

/**
 * Parses the overrides of one slot, at most one per provider (service.md, Per-slot override rules; wire.md §8).
 * Collects all issues, each with its path. A blank value means no overrides. An empty list of tiers replaces the tiers
 * of the entry.
 *
 * @example
 * readOverrides([{ provider: "mapado" }], { field: "timings[2].offers", index: 2 }, rules)
 * // left: required at timings[2].offers[0]
 */
export const readOverrides = (
  value: Json,
  { field, ...at }: ValuePath,
  rules: OverrideRules
): ParseResult<ReadonlyArray<OffersOverride>> => {
  if (isBlank(value)) return Either.right([])
  if (!isList(value)) return fault("type.invalid", field, { ...at, origin: value, message: "a list of overrides is expected" })
  const overrides: Array<OffersOverride> = []
  const issues: Array<Issue> = []
  const seen = new Set<string>()
  for (const [position, entry] of value.entries()) {
    if (issues.length > rules.limits.issues_max) break
    const path = { ...at, field: `${field}[${position}]` }
    if (!isJsonObject(entry)) {
      issues.push(issue("type.invalid", path.field, { ...at, origin: entry, message: "an object with a provider is expected" }))
      continue
    }
    const reading = readOverride(entry, path, rules, seen)
    if (Either.isLeft(reading)) issues.push(...reading.left)
    else overrides.push(reading.right)
  }
  return readingOf(overrides, issues)
}
