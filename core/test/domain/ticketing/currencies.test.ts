import * as fc from "effect/FastCheck"
import { describe, expect, it } from "vitest"
import { exponentOf, formatAmount } from "../../../src/domain/ticketing/currency.js"

describe("exponentOf", () => {
  it("returns the number of decimals in ISO 4217", () => {
    for (const code of ["EUR", "USD", "HUF", "IDR", "XCG", "ZWG", "XAD"]) expect(exponentOf(code), code).toBe(2)
    for (const code of ["JPY", "KRW", "ISK", "UGX", "UYI", "XOF"]) expect(exponentOf(code), code).toBe(0)
    for (const code of ["BHD", "IQD", "JOD", "KWD", "LYD", "OMR", "TND"]) expect(exponentOf(code), code).toBe(3)
    for (const code of ["CLF", "UYW"]) expect(exponentOf(code), code).toBe(4)
  })

  it("returns null for lower case, withdrawn codes and codes without a minor unit", () => {
    for (const code of ["eur", "Eur", "EURO", "", "ZZZ", "FRF", "BGN", "XAU", "XTS", "constructor"]) {
      expect(exponentOf(code), code).toBeNull()
    }
  })
})

describe("formatAmount", () => {
  it("formats every digit exactly", () => {
    expect(formatAmount(1800, "EUR")).toBe("18.00")
    expect(formatAmount(1500, "JPY")).toBe("1500")
    expect(formatAmount(1250, "BHD")).toBe("1.250")
    expect(formatAmount(5, "CLF")).toBe("0.0005")
    expect(formatAmount(0, "EUR")).toBe("0.00")
    expect(formatAmount(0, "JPY")).toBe("0")
    expect(formatAmount(Number.MAX_SAFE_INTEGER, "EUR")).toBe("90071992547409.91")
  })

  it("outputs the same digits in every currency", () => {
    fc.assert(
      fc.property(fc.nat({ max: Number.MAX_SAFE_INTEGER }), fc.constantFrom("EUR", "JPY", "BHD", "CLF"), (minor, currency) => {
        const [whole = "", decimals = ""] = formatAmount(minor, currency).split(".")
        expect(decimals).toHaveLength(exponentOf(currency) ?? -1)
        expect(whole).toMatch(/^(0|[1-9]\d*)$/)
        expect(BigInt(whole + decimals)).toBe(BigInt(minor))
      })
    )
  })
})
