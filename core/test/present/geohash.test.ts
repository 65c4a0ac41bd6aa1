import { describe, expect, it } from "@effect/vitest"
import * as FastCheck from "effect/FastCheck"
import { geohashCell, geohashPrecision } from "../../src/present/facet/presentFacet.js"

const hash = (latitude: number, longitude: number, precision: number) => geohashCell({ latitude, longitude }, precision).geohash

/** Degrees by which what is computed may be off. */
const rounding = 1e-9

describe("geohashes", () => {
  it("geohashes equal those of other implementations", () => {
    expect(hash(57.64911, 10.40744, 9)).toBe("u4pruydqq")
    expect(hash(42.6, -5.6, 5)).toBe("ezs42")
    expect(hash(48.8583, 2.2945, 7)).toBe("u09tunq")
    expect(hash(-25.38262, -49.26561, 8)).toBe("6gkzwgjz")
    expect(hash(37.8324, 112.5584, 9)).toBe("ww8p1r4t8")
    expect(hash(0, 0, 3)).toBe("s00")
  })

  it("points on the edges of the world have a cell", () => {
    expect(hash(90, 180, 4)).toBe("zzzz")
    expect(hash(-90, -180, 4)).toBe("0000")
    expect(hash(90, -180, 4)).toBe("bpbp")
    expect(hash(-90, 180, 4)).toBe("pbpb")
  })

  it("the center lies in the cell, at most half a cell from the point", () => {
    FastCheck.assert(FastCheck.property(
      FastCheck.double({ min: -90, max: 90, noNaN: true }),
      FastCheck.double({ min: -180, max: 180, noNaN: true }),
      FastCheck.integer({ min: 1, max: 9 }),
      (latitude, longitude, precision) => {
        const cell = geohashCell({ latitude, longitude }, precision)
        expect(cell.geohash).toHaveLength(precision)
        expect(geohashCell(cell, precision)).toEqual(cell)
        expect(Math.abs(cell.longitude - longitude)).toBeLessThanOrEqual(180 / 2 ** Math.ceil(precision * 2.5) + rounding)
        expect(Math.abs(cell.latitude - latitude)).toBeLessThanOrEqual(90 / 2 ** Math.floor(precision * 2.5) + rounding)
      }
    ))
  })

  it("a coarser geohash is a prefix of a finer one", () => {
    FastCheck.assert(FastCheck.property(
      FastCheck.double({ min: -90, max: 90, noNaN: true }),
      FastCheck.double({ min: -180, max: 180, noNaN: true }),
      FastCheck.integer({ min: 1, max: 8 }),
      (latitude, longitude, precision) => {
        expect(hash(latitude, longitude, precision + 1).slice(0, -1)).toBe(hash(latitude, longitude, precision))
      }
    ))
  })

  it("precision grows with the zoom level", () => {
    const precisions = Array.from({ length: 21 }, (_, zoom) => geohashPrecision(zoom))
    expect(precisions).toEqual([1, 1, 2, 2, 3, 3, 3, 4, 4, 5, 5, 5, 6, 6, 7, 7, 7, 8, 8, 9, 9])
  })
})
