import { afterEach, describe, expect, it, vi } from "vitest"
import { zoneOffset } from "../../../src/domain/time/zoneOffset.js"
import { instantOf } from "../../instantOf.js"

const day_ms = 86_400_000

afterEach(() => {
  vi.restoreAllMocks()
})

/** The number of `Intl.DateTimeFormat` calls, which are the cache misses. */
const countMisses = (run: () => void): number => {
  const formats: { readonly format: unknown } = Intl.DateTimeFormat.prototype
  const format = vi.spyOn(formats, "format", "get")
  run()
  const { length } = format.mock.calls
  format.mockRestore()
  return length
}

const requestDays = (timezone: string, days: number): void => {
  for (let day = 0; day < days; day += 1) zoneOffset(timezone, day * day_ms)
}

/** Fills the cache beyond its limit, so that it drops all earlier offsets. */
const clearCache = (): void => {
  for (let zone = 1; zone <= 10; zone += 1) requestDays(`Etc/GMT+${zone}`, 10_000)
}

describe("zoneOffset", () => {
  it("changes with daylight saving time, within a day", () => {
    expect(zoneOffset("Europe/Paris", instantOf("2022-10-15T15:00:00Z"))).toBe(7_200_000)
    expect(zoneOffset("Europe/Paris", instantOf("2022-10-30T00:59:00Z"))).toBe(7_200_000)
    expect(zoneOffset("Europe/Paris", instantOf("2022-10-30T01:00:00Z"))).toBe(3_600_000)
    expect(zoneOffset("America/St_Johns", instantOf("2022-01-01T00:00:00Z"))).toBe(-12_600_000)
  })

  it("is cached once for all spellings of a zone", () => {
    clearCache()
    expect(countMisses(() => requestDays("Asia/Tokyo", 100))).toBe(101)
    expect(countMisses(() => requestDays("asia/TOKYO", 100))).toBe(0)
    expect(zoneOffset("ASIA/tokyo", 0)).toBe(32_400_000)
  })

  it("is evicted when all zones together exceed the limit of the cache", () => {
    requestDays("Asia/Kolkata", 10)
    expect(countMisses(() => requestDays("Asia/Kolkata", 10))).toBe(0)
    clearCache()
    expect(countMisses(() => requestDays("Asia/Kolkata", 10))).toBe(11)
  })
})
