import { describe, expect, it } from "@effect/vitest"
import * as FastCheck from "effect/FastCheck"
import { nameOfFile } from "../../../src/domain/media/Image.js"
import { defaultImageSteps, type ImageBox, imageFits, scaledFileOf, sizeInBox, snapToStep } from "../../../src/domain/media/ImageScaling.js"

const steps = FastCheck.uniqueArray(FastCheck.integer({ min: 1, max: 4_000 }), { minLength: 1, maxLength: 5 })
const size = FastCheck.record({ width: FastCheck.integer({ min: 1, max: 9_000 }), height: FastCheck.integer({ min: 1, max: 9_000 }) })
const side = FastCheck.option(FastCheck.integer({ min: 1, max: 10_000 }))
const box: FastCheck.Arbitrary<ImageBox> = FastCheck.record({ width: side, height: side, fit: FastCheck.constantFrom(...imageFits) })

const photo = { width: 1_400, height: 900 }
const inside = (width: number | null, height: number | null): ImageBox => ({ width, height, fit: "inside" })
const cover = (width: number | null, height: number | null): ImageBox => ({ width, height, fit: "cover" })

describe("snapToStep", () => {
  it("takes the next step, itself included, and the largest of what is larger", () => {
    expect([1, 160, 161, 1_920, 1_921, 9_000].map((pixels) => snapToStep(pixels, defaultImageSteps))).toEqual([
      160,
      160,
      320,
      1_920,
      1_920,
      1_920
    ])
  })

  it("is a step, the smallest that is large enough, whatever their order", () => {
    FastCheck.assert(FastCheck.property(steps, FastCheck.integer({ min: 1, max: 10_000 }), (steps, pixels) => {
      const taken = snapToStep(pixels, steps)
      expect(steps).toContain(taken)
      expect(steps.filter((step) => step < taken && step >= pixels)).toEqual([])
      if (taken < pixels) expect(taken).toBe(Math.max(...steps))
    }))
  })
})

describe("sizeInBox", () => {
  it.each([
    ["a width", inside(300, null), { width: 320, height: 206 }],
    ["a height", inside(null, 150), { width: 249, height: 160 }],
    ["the tighter side of a box", inside(1_200, 150), { width: 249, height: 160 }],
    ["no more than the image", inside(1_401, 5_000), photo],
    ["a crop of a box", cover(300, 300), { width: 320, height: 320 }],
    ["a crop that would be larger than the image", cover(1_280, 1_280), { width: 900, height: 900 }],
    ["a crop of one side, which crops nothing", cover(300, null), { width: 320, height: 206 }],
    ["no side", inside(null, null), photo]
  ])("takes %s", (_what, box, expected) => {
    expect(sizeInBox(photo, box, defaultImageSteps)).toEqual(expected)
  })

  it("is at least a pixel, and never larger than the image or the snapped box", () => {
    FastCheck.assert(FastCheck.property(size, box, steps, (full, box, steps) => {
      const { height, width } = sizeInBox(full, box, steps)
      expect(Math.min(width, height)).toBeGreaterThanOrEqual(1)
      expect(width).toBeLessThanOrEqual(Math.min(full.width, box.width === null ? full.width : snapToStep(box.width, steps)))
      expect(height).toBeLessThanOrEqual(Math.min(full.height, box.height === null ? full.height : snapToStep(box.height, steps)))
    }))
  })

  it("has the proportions of the image inside a box, and those of the box where it covers one, to a pixel", () => {
    FastCheck.assert(FastCheck.property(size, box, steps, (full, box, steps) => {
      const { height, width } = sizeInBox(full, box, steps)
      const isCropped = box.fit === "cover" && box.width !== null && box.height !== null
      const shape = isCropped ? { width: snapToStep(box.width, steps), height: snapToStep(box.height, steps) } : full
      expect(Math.abs(width - height * shape.width / shape.height)).toBeLessThanOrEqual(1 + shape.width / shape.height)
      expect(Math.abs(height - width * shape.height / shape.width)).toBeLessThanOrEqual(1 + shape.height / shape.width)
    }))
  })

  it("has as many values as the steps allow, whatever is asked for", () => {
    FastCheck.assert(
      FastCheck.property(size, FastCheck.array(box, { minLength: 200, maxLength: 400 }), steps, (full, boxes, steps) => {
        const sizes = new Set(boxes.map((box) => scaledFileOf("a", sizeInBox(full, box, steps))))
        expect(sizes.size).toBeLessThanOrEqual(steps.length ** 2 + 2 * steps.length + 1)
      }),
      { numRuns: 20 }
    )
  })
})

it("a scaled file is none that a rendition has", () => {
  const name = "4vJ9JU1bJJE96FWSJKvHsmmFADCg4gpZ"
  FastCheck.assert(FastCheck.property(size, (size) => nameOfFile(scaledFileOf(name, size)) === null))
})
