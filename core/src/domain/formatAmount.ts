import { exponentOf } from "./currencies.js"

/**
 * An amount in minor units as it is in major ones, with as many decimals as the currency's minor unit is (ISO 4217; service.md, Tier fields).
 * Exact: no arithmetic on fractions. Of a currency that the standard does not know, two decimals.
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
