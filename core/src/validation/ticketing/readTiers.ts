import * as Either from "effect/Either"
import { type Issue, issue } from "../../domain/error/Issue.js"
import type { Limits } from "../../domain/Limits.js"
import { isJsonObject, type Json, type JsonObject } from "../../domain/text/Json.js"
import type { MultilingualText } from "../../domain/text/MultilingualText.js"
import { type OfferType, offerTypes, type Tier } from "../../domain/ticketing/Offers.js"
import { fault, isBlank, isList, issuesOf, type ParseResult, readingOf, type ValuePath } from "../value/ParseResult.js"
import { readWrittenInstant } from "../value/readInstant.js"
import { readMultilingual } from "../value/readMultilingual.js"
import { readCount, readOneOf } from "../value/readScalar.js"
import { readText } from "../value/readText.js"

/** A label is always an object by language, whatever the language of the request (wire.md §2). */
const readLabel = (value: Json, { field, ...at }: ValuePath, limits: Limits): ParseResult<MultilingualText> => {
  const needed = { ...at, ...(value === null ? {} : { origin: value }), message: "a label in one language at least is required" }
  if (isBlank(value)) return fault("required", field, needed)
  if (!isJsonObject(value)) {
    return fault("type.invalid", field, { ...at, origin: value, message: "an object keyed by language code is expected" })
  }
  const rules = { field, plainLang: null, languages_max: limits.languages_max, chars_max: limits.tierLabel_chars_max }
  return readMultilingual(value, rules).pipe(
    Either.mapLeft((issues) => issues.map((found) => ({ ...found, ...at }))),
    Either.flatMap((label) => Object.keys(label).length === 0 ? fault("required", field, needed) : Either.right(label))
  )
}

const readOfferType = (value: Json | undefined, path: ValuePath): ParseResult<OfferType> =>
  value === undefined || value === null ? Either.right("standard") : readOneOf(value, path, offerTypes)

const readMembers = (tier: JsonObject, { field, ...at }: ValuePath, limits: Limits) => {
  const pathOf = (member: keyof Tier) => ({ ...at, field: `${field}.${member}` })
  const { sourceRef_chars_max: chars_max } = limits
  return {
    label: readLabel(tier["label"] ?? null, pathOf("label"), limits),
    priceCents: readCount(tier["priceCents"], pathOf("priceCents")),
    minAmountCents: readCount(tier["minAmountCents"], pathOf("minAmountCents")),
    sourceRef: readText(tier["sourceRef"] ?? null, { ...pathOf("sourceRef"), chars_max }),
    offerType: readOfferType(tier["offerType"], pathOf("offerType")),
    saleStart: readWrittenInstant(tier["saleStart"], pathOf("saleStart")),
    saleEnd: readWrittenInstant(tier["saleEnd"], pathOf("saleEnd"))
  }
}

/** Issues that involve several members of a tier. */
const crossIssues = (
  { minAmountCents, priceCents, saleEnd, saleStart }: ReturnType<typeof readMembers>,
  { field, ...at }: ValuePath
): ReadonlyArray<Issue> => {
  const price = Either.getOrNull(priceCents)
  const least = Either.getOrNull(minAmountCents)
  const start = Either.getOrNull(saleStart)
  const end = Either.getOrNull(saleEnd)
  const hasBoth = price !== null && price > 0 && least !== null
  return [
    ...(hasBoth
      ? [issue("range", `${field}.minAmountCents`, {
        ...at,
        origin: least,
        message: "a least amount goes with what one wants to pay, not with a price",
        info: { priceCents: price }
      })]
      : []),
    ...(start !== null && end !== null && end.at < start.at
      ? [issue("range", `${field}.saleEnd`, {
        ...at,
        origin: end.text,
        message: "the sale ends before it starts",
        info: { saleStart: start.text }
      })]
      : [])
  ]
}

const readTier = (value: Json, path: ValuePath, limits: Limits): ParseResult<Tier> => {
  const { field, ...at } = path
  if (!isJsonObject(value)) return fault("type.invalid", field, { ...at, origin: value, message: "an object is expected" })
  const members = readMembers(value, path, limits)
  const wrong = [...issuesOf(Object.values(members)), ...crossIssues(members, path)]
  const read = Either.all(members)
  if (Either.isLeft(read) || wrong.length > 0) return Either.left(wrong)
  const { label, minAmountCents, offerType, priceCents, saleEnd, saleStart, sourceRef } = read.right
  return Either.right({
    label,
    ...(priceCents === null ? {} : { priceCents }),
    ...(minAmountCents === null ? {} : { minAmountCents }),
    ...(sourceRef === null ? {} : { sourceRef }),
    offerType,
    ...(saleStart === null ? {} : { saleStart: saleStart.text }),
    ...(saleEnd === null ? {} : { saleEnd: saleEnd.text })
  })
}

/**
 * Parses the price tiers of an offers entry or an override, at most `limits.tiers_max` (service.md, Tier fields;
 * wire.md §8). Collects all issues, each with its path. Null members count as absent.
 *
 * @example
 * readTiers([{ label: { fr: "Plein" }, priceCents: -1 }], { field: "offers[0].tiers", index: 0 }, limits)
 * // left: range at offers[0].tiers[0].priceCents
 */
export const readTiers = (value: Json, { field, ...at }: ValuePath, limits: Limits): ParseResult<ReadonlyArray<Tier>> => {
  if (!isList(value)) return fault("type.invalid", field, { ...at, origin: value, message: "a list of tiers is expected" })
  const { tiers_max } = limits
  const issues: Array<Issue> = []
  if (value.length > tiers_max) {
    issues.push(issue("tooMany", field, {
      ...at,
      message: `at most ${tiers_max} tiers are accepted, these are ${value.length}`,
      info: { max: tiers_max, count: value.length }
    }))
  }
  const tiers: Array<Tier> = []
  for (const [position, tier] of value.entries()) {
    if (issues.length > limits.issues_max) break
    const reading = readTier(tier, { ...at, field: `${field}[${position}]` }, limits)
    if (Either.isLeft(reading)) issues.push(...reading.left)
    else tiers.push(reading.right)
  }
  return readingOf(tiers, issues)
}
