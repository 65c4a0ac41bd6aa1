import * as Either from "effect/Either"
import type { Limits } from "../../domain/Limits.js"
import type { Json } from "../../domain/text/Json.js"
import { fault, type ParseResult, type ValuePath } from "../value/ParseResult.js"

/** Parsing rules of offers and overrides. */
export interface OffersRules {
  /** Accepted provider codes: the configured ones, and those that the event already uses. */
  readonly providers: ReadonlySet<string>
  readonly limits: Limits
}

/** Parses the code of a ticketing provider: a known one that is not in `seen`; adds it to `seen` (wire.md §8). */
export const readProvider = (
  value: Json | undefined,
  { field, ...at }: ValuePath,
  { providers }: OffersRules,
  seen: Set<string>
): ParseResult<string> => {
  if (value === undefined || value === null || value === "") return fault("required", field, { ...at, message: "a provider is required" })
  const more = { ...at, origin: value }
  if (typeof value !== "string") return fault("type.invalid", field, { ...more, message: "a string is expected" })
  const isSecond = seen.has(value)
  seen.add(value)
  if (!providers.has(value)) return fault("provider.unknown", field, { ...more, info: { accepted: [...providers] } })
  return isSecond ? fault("duplicate", field, { ...more, message: "an earlier entry is of this provider" }) : Either.right(value)
}
