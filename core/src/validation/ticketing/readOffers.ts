import * as Either from "effect/Either"
import { pricingRuleOf } from "../../derive/availability/pricing.js"
import { type Issue, issue } from "../../domain/error/Issue.js"
import { isJsonObject, type Json, type JsonObject } from "../../domain/text/Json.js"
import { exponentOf } from "../../domain/ticketing/currency.js"
import type { OffersEntry, OffersSource, OffersWrite, Tier } from "../../domain/ticketing/Offers.js"
import { pricings } from "../../domain/ticketing/Ticketing.js"
import { fault, isBlank, isList, issuesOf, type ParseResult, readingOf, type ValuePath } from "../value/ParseResult.js"
import { readWrittenInstant } from "../value/readInstant.js"
import { readLink } from "../value/readLink.js"
import { readOneOf } from "../value/readScalar.js"
import { readText } from "../value/readText.js"
import { type OffersRules, readProvider } from "./readProvider.js"
import { readTiers } from "./readTiers.js"

const field = "offers"

const readCurrency = (value: Json | undefined, { field, ...at }: ValuePath): ParseResult<string> => {
  if (value === undefined || value === null || value === "") return fault("required", field, { ...at, message: "a currency is required" })
  const more = { ...at, origin: value }
  if (typeof value !== "string") return fault("type.invalid", field, { ...more, message: "a string is expected" })
  return exponentOf(value) === null
    ? fault("currency.invalid", field, { ...more, message: "an ISO 4217 currency code in capitals is expected, such as EUR" })
    : Either.right(value)
}

const readSource = (value: Json | undefined, path: ValuePath, { limits }: OffersRules): ParseResult<OffersSource | null> => {
  if (value === undefined || isBlank(value)) return Either.right(null)
  const { field, ...at } = path
  if (!isJsonObject(value)) {
    return fault("type.invalid", field, { ...at, origin: value, message: "an object with ref and url is expected" })
  }
  const ref = readText(value["ref"] ?? null, { ...at, field: `${field}.ref`, chars_max: limits.sourceRef_chars_max })
  const url = readLink(`${field}.url`, value["url"] ?? null, "url.invalid", limits, at.index)
  if (Either.isLeft(ref) || Either.isLeft(url)) return Either.left(issuesOf([ref, url]))
  if (ref.right === null && url.right === null) return Either.right(null)
  return Either.right({ ...(ref.right === null ? {} : { ref: ref.right }), ...(url.right === null ? {} : { url: url.right }) })
}

/** Issues of a sent pricing: it must equal the pricing of the tiers. `tiers` is null when they are invalid. */
const pricingIssues = (value: Json | undefined, path: ValuePath, tiers: ReadonlyArray<Tier> | null): ReadonlyArray<Issue> => {
  if (value === undefined || value === null) return []
  const sent = readOneOf(value, path, pricings)
  if (Either.isLeft(sent)) return sent.left
  if (tiers === null) return []
  const { name, pricing, says } = pricingRuleOf(tiers)
  if (pricing === sent.right) return []
  const { field, ...at } = path
  const message = `this is ${pricing}, because ${says}`
  return [issue("pricing.mismatch", field, { ...at, origin: value, message, info: { pricing, rule: name } })]
}

const readEntry = (value: JsonObject, index: number, rules: OffersRules, seen: Set<string>): ParseResult<OffersEntry> => {
  const pathOf = (member: keyof OffersEntry | "pricing") => ({ field: `${field}[${index}].${member}`, index })
  const written = value["tiers"]
  const members = {
    provider: readProvider(value["provider"], pathOf("provider"), rules, seen),
    currency: readCurrency(value["currency"], pathOf("currency")),
    tiers: written === undefined || written === null
      ? fault("required", pathOf("tiers").field, { index, message: "a list of tiers is required, be it empty" })
      : readTiers(written, pathOf("tiers"), rules.limits),
    source: readSource(value["source"], pathOf("source"), rules),
    syncedAt: readWrittenInstant(value["syncedAt"], pathOf("syncedAt"))
  }
  const wrong = [
    ...issuesOf(Object.values(members)),
    ...pricingIssues(value["pricing"], pathOf("pricing"), Either.getOrNull(members.tiers))
  ]
  const read = Either.all(members)
  if (Either.isLeft(read) || wrong.length > 0) return Either.left(wrong)
  const { currency, provider, source, syncedAt, tiers } = read.right
  return Either.right({
    provider,
    currency,
    tiers,
    ...(source === null ? {} : { source }),
    ...(syncedAt === null ? {} : { syncedAt: syncedAt.text })
  })
}

/** Whether a PATCH entry removes its provider: it has members besides `provider`, and all of them are null. */
const isRemoval = (entry: JsonObject): boolean => {
  const others = Object.entries(entry).filter(([member]) => member !== "provider")
  return others.length > 0 && others.every(([, value]) => value === null)
}

/** Converts the entries of a PATCH from an object by provider, `{ "<provider>": entry | null }`, to a list. */
const listed = (value: Json): Json =>
  isJsonObject(value)
    ? Object.entries(value).map(([provider, entry]) =>
      entry === null ? { provider, tiers: null } : isJsonObject(entry) ? { ...entry, provider } : entry
    )
    : value

const readWritten = (value: Json, rules: OffersRules, removal: boolean): ParseResult<ReadonlyArray<OffersWrite>> => {
  if (!isList(value)) {
    return fault("type.invalid", field, { origin: value, message: "a list of entries, one for each provider, is expected" })
  }
  const written: Array<OffersWrite> = []
  const issues: Array<Issue> = []
  const seen = new Set<string>()
  for (const [index, entry] of value.entries()) {
    if (issues.length > rules.limits.issues_max) break
    if (!isJsonObject(entry)) {
      issues.push(
        issue("type.invalid", field, { index, origin: entry, message: "an object with provider, currency and tiers is expected" })
      )
    } else if (removal && isRemoval(entry)) {
      const provider = readProvider(entry["provider"], { field: `${field}[${index}].provider`, index }, rules, seen)
      if (Either.isLeft(provider)) issues.push(...provider.left)
      else written.push({ provider: provider.right, entry: null })
    } else {
      const reading = readEntry(entry, index, rules, seen)
      if (Either.isLeft(reading)) issues.push(...reading.left)
      else written.push({ provider: reading.right.provider, entry: reading.right })
    }
  }
  return readingOf(written, issues)
}

/**
 * Parses the offers of an event, at most one entry per provider (service.md, Offers; wire.md §8). Collects all issues,
 * each with its path. A blank value means no offers.
 *
 * @example
 * readOffers([{ provider: "mapado", currency: "eur", tiers: [] }], rules)
 * // left: currency.invalid at offers[0].currency
 */
export const readOffers = (value: Json, rules: OffersRules): ParseResult<ReadonlyArray<OffersWrite>> =>
  isBlank(value) ? Either.right([]) : readWritten(value, rules, false)

/**
 * Parses offers to merge into the stored ones by provider: a list, or an object by provider (wire.md §2, PATCH). A null
 * entry, or one with only null members besides `provider`, removes the stored entry. A blank value removes all of them.
 */
export const readMergedOffers = (
  value: Json,
  rules: OffersRules,
  stored: ReadonlyArray<OffersEntry>
): ParseResult<ReadonlyArray<OffersWrite>> =>
  isBlank(value) ? Either.right(stored.map(({ provider }) => ({ provider, entry: null }))) : readWritten(listed(value), rules, true)

/** The entries of `offers` that may name a provider, even if otherwise invalid; null when `offers` is not readable. */
const namedIn = (value: Json): ReadonlyArray<JsonObject> | null => isList(value) ? value.filter(isJsonObject) : isBlank(value) ? [] : null

/**
 * The providers with offers after the write, even if `offers` is invalid, so that issues of overrides are reported
 * together with those of entries. Null when `offers` is not readable.
 */
export const providersAfterWrite = (
  value: Json | undefined,
  { merges, stored }: { readonly merges: boolean; readonly stored: ReadonlyArray<OffersEntry> }
): ReadonlySet<string> | null => {
  const before = stored.map(({ provider }) => provider)
  if (value === undefined) return new Set(before)
  const named = namedIn(merges ? listed(value) : value)
  if (named === null) return null
  const after = new Set(merges && !isBlank(value) ? before : [])
  for (const entry of named) {
    const { provider } = entry
    if (typeof provider !== "string") continue
    if (merges && isRemoval(entry)) after.delete(provider)
    else after.add(provider)
  }
  return after
}
