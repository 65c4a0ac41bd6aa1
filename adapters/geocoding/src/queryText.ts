import { foldText } from "@agenda-engine/core/domain/text/foldText"
import type { PostalAddress } from "@agenda-engine/core/ports/geocoding/Geocoder"

/**
 * An address as one line, with postal code and city where the address does not contain them. Services match worse with
 * a part twice. At most `chars_max` characters; null when no three of them are left.
 *
 * @example
 * queryText({ address: "1, Siam, Brest", postalCode: "29200", city: "Brest", insee: null, countryCode: "FR" }, 200)
 * // "1, Siam, Brest 29200"
 */
export const queryText = ({ address, city, postalCode }: PostalAddress, chars_max: number): string | null => {
  const folded = foldText(address)
  const parts = [postalCode, city].filter((part) => part !== null && part !== "" && !folded.includes(foldText(part)))
  const line = [address, ...parts].join(" ").replace(/\s+/g, " ").replace(/^[^\p{L}\p{N}]+/u, "")
  const text = Array.from(line).slice(0, chars_max).join("").trim()
  return text.length < 3 ? null : text
}

/** Country codes of France and its overseas territories, upper case. */
const frenchTerritories: ReadonlySet<string> = new Set(["FR", "BL", "GF", "GP", "MF", "MQ", "NC", "PF", "PM", "RE", "WF", "YT"])

/** Whether a country code (ISO 3166-1 alpha-2, upper case) is that of France or of one of its overseas territories. */
export const isFrench = (countryCode: string): boolean => frenchTerritories.has(countryCode)
