import { exponentOf } from "./currencies.js"

/**
 * Formats an amount of minor units in major units, with the currency's number of decimals (ISO 4217; service.md, Tier
 * fields). Works on digits, so no rounding occurs. Unknown currencies have two decimals.
 *
 * @example
 * formatAmount(1800, "EUR") // "18.00"
 * formatAmount(1500, "JPY") // "1500"
 * formatAmount(1250, "BHD") // "1.250"
 */
export const formatAmount = (minorUnits: number, currency: string): string => {
  const decimals = exponentOf(currency) ?? 2
  const digits = String(minorUnits).padStart(decimals + 1, "0")
  return decimals === 0 ? digits : `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`
}
