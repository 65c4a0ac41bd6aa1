import { afterEach, describe, expect, it, vi } from "vitest"
import { zoneOffset } from "../../src/domain/zoneOffset.js"
import { instantOf } from "../instantOf.js"

const day_ms = 86_400_000

afterEach(() => {
  vi.restoreAllMocks()
})

/** How often the database of zones is asked meanwhile. */
const reads = (ask: () => void): number => {
  const formats: { readonly format: unknown } = Intl.DateTimeFormat.prototype
  const format = vi.spyOn(formats, "format", "get")
  ask()
  const { length } = format.mock.calls
  format.mockRestore()
  return length
}

const askDays = (timezone: string, days: number): void => {
  for (let day = 0; day < days; day += 1) zoneOffset(timezone, day * day_ms)
}

/** Asks for more than is remembered, so that nothing of before is. */
const forget = (): void => {
  for (let zone = 1; zone <= 10; zone += 1) askDays(`Etc/GMT+${zone}`, 10_000)
}

describe("zoneOffset", () => {
  it("is ahead of UTC in summer by more, and changes within a day", () => {
    expect(zoneOffset("Europe/Paris", instantOf("2022-10-15T15:00:00Z"))).toBe(7_200_000)
    expect(zoneOffset("Europe/Paris", instantOf("2022-10-30T00:59:00Z"))).toBe(7_200_000)
    expect(zoneOffset("Europe/Paris", instantOf("2022-10-30T01:00:00Z"))).toBe(3_600_000)
    expect(zoneOffset("America/St_Johns", instantOf("2022-01-01T00:00:00Z"))).toBe(-12_600_000)
  })

  it("is remembered for all spellings of a zone together", () => {
    forget()
    expect(reads(() => askDays("Asia/Tokyo", 100))).toBe(101)
    expect(reads(() => askDays("asia/TOKYO", 100))).toBe(0)
    expect(zoneOffset("ASIA/tokyo", 0)).toBe(32_400_000)
  })

  it("is forgotten where all zones together have been asked for more than are remembered", () => {
    askDays("Asia/Kolkata", 10)
    expect(reads(() => askDays("Asia/Kolkata", 10))).toBe(0)
    forget()
    expect(reads(() => askDays("Asia/Kolkata", 10))).toBe(11)
  })
})
