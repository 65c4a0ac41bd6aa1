/**
 * The currencies of ISO 4217, by the number of decimals of their minor unit. Source: the maintenance agency's list one,
 * "Current currency & funds code list" (SIX Group), published on 2026-01-01. Codes without a minor unit (metals, units
 * of account, tests) are left out. `Intl` is not used: it returns the usual number of displayed decimals, which differs
 * for some currencies.
 */
const codesByExponent = {
  0: "BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF",
  2: "AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BMD BND BOB BOV BRL BSD BTN BWP BYN BZD CAD CDF CHE CHF CHW CNY COP COU CRC CUP CVE "
    + "CZK DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GTQ GYD HKD HNL HTG HUF IDR ILS INR IRR JMD KES KGS KHR KPW KYD KZT LAK "
    + "LBP LKR LRD LSL MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MXV MYR MZN NAD NGN NIO NOK NPR NZD PAB PEN PGK PHP PKR PLN QAR RON "
    + "RSD RUB SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT TOP TRY TTD TWD TZS UAH USD USN UYU UZS VED VES WST "
    + "XAD XCD XCG YER ZAR ZMW ZWG",
  3: "BHD IQD JOD KWD LYD OMR TND",
  4: "CLF UYW"
}

const exponents: ReadonlyMap<string, number> = new Map(
  Object.entries(codesByExponent).flatMap(([exponent, listed]) => listed.split(" ").map((code) => [code, Number(exponent)] as const))
)

/**
 * The number of decimals of a currency's minor unit (service.md, Tier fields). Null when ISO 4217 has no such code;
 * codes are in upper case.
 *
 * @example
 * exponentOf("KWD") // 3
 */
export const exponentOf = (currency: string): number | null => exponents.get(currency) ?? null

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
