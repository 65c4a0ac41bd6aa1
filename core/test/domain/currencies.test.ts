import * as fc from "effect/FastCheck"
import { describe, expect, it } from "vitest"
import { exponentOf } from "../../src/domain/currencies.js"
import { majorUnits } from "../../src/domain/majorUnits.js"

describe("currencies", () => {
  it("have as many decimals as ISO 4217 says", () => {
    for (const code of ["EUR", "USD", "HUF", "IDR", "XCG", "ZWG", "XAD"]) expect(exponentOf(code), code).toBe(2)
    for (const code of ["JPY", "KRW", "ISK", "UGX", "UYI", "XOF"]) expect(exponentOf(code), code).toBe(0)
    for (const code of ["BHD", "IQD", "JOD", "KWD", "LYD", "OMR", "TND"]) expect(exponentOf(code), code).toBe(3)
    for (const code of ["CLF", "UYW"]) expect(exponentOf(code), code).toBe(4)
  })

  it("are spelled in capitals, in use and divided", () => {
    for (const code of ["eur", "Eur", "EURO", "", "ZZZ", "FRF", "BGN", "XAU", "XTS", "constructor"]) {
      expect(exponentOf(code), code).toBeNull()
    }
  })
})

describe("an amount in major units", () => {
  it("is exact to the last decimal", () => {
    expect(majorUnits(1800, 2)).toBe("18.00")
    expect(majorUnits(1500, 0)).toBe("1500")
    expect(majorUnits(1250, 3)).toBe("1.250")
    expect(majorUnits(5, 4)).toBe("0.0005")
    expect(majorUnits(0, 2)).toBe("0.00")
    expect(majorUnits(0, 0)).toBe("0")
    expect(majorUnits(Number.MAX_SAFE_INTEGER, 2)).toBe("90071992547409.91")
  })

  it("says the same digits at every exponent", () => {
    fc.assert(
      fc.property(fc.nat({ max: Number.MAX_SAFE_INTEGER }), fc.nat({ max: 4 }), (minor, exponent) => {
        const [whole = "", decimals = ""] = majorUnits(minor, exponent).split(".")
        expect(decimals).toHaveLength(exponent)
        expect(whole).toMatch(/^(0|[1-9]\d*)$/)
        expect(BigInt(whole + decimals)).toBe(BigInt(minor))
      })
    )
  })
})
