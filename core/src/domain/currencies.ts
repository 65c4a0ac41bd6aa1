/**
 * The currencies of ISO 4217, by how many decimals their minor unit is. From the maintenance agency's list one, "Current currency & funds
 * code list" (SIX Group), as published on 2026-01-01. Codes without a minor unit (metals, units of account, tests) are left out: nothing is
 * priced in them. `Intl` is no source: it says how amounts are usually shown, which for some currencies is another count.
 */
const codes = {
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
  Object.entries(codes).flatMap(([exponent, listed]) => listed.split(" ").map((code) => [code, Number(exponent)] as const))
)

/**
 * How many decimals the minor unit of a currency is of its major one (service.md, Tier fields); null where ISO 4217 knows no such currency,
 * which is spelled in capitals.
 *
 * @example
 * exponentOf("KWD") // 3
 */
export const exponentOf = (currency: string): number | null => exponents.get(currency) ?? null
