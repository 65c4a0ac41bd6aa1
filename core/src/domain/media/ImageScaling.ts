import * as Context from "effect/Context"
import type { Image, ImageSize } from "./Image.js"

/** How an image fits a box: `inside` shows all of it, `cover` fills the box and crops what exceeds it. */
export const imageFits = ["inside", "cover"] as const

/** A box for an image, in pixels; a null width or height is not bounded. */
export interface ImageBox {
  readonly width: number | null
  readonly height: number | null
  readonly fit: typeof imageFits[number]
}

/** The default steps of widths and heights, in pixels. */
export const defaultImageSteps: ReadonlyArray<number> = [160, 320, 640, 960, 1_280, 1_920]

/**
 * The widths and heights in which images are made on request, in pixels, in any order. They bound the number of files
 * of one image. None: images are served in the sizes of their renditions only.
 */
export class CurrentImageSteps extends Context.Reference<CurrentImageSteps>()("@agenda-engine/core/domain/media/CurrentImageSteps", {
  defaultValue: (): ReadonlyArray<number> => defaultImageSteps
}) {}

/**
 * The smallest step that is at least as large; of a larger value, the largest step. Requires a step.
 *
 * @example
 * snapToStep(200, [160, 320, 640]) // 320
 */
export const snapToStep = (pixels: number, steps: ReadonlyArray<number>): number => {
  const larger = steps.filter((step) => step >= pixels)
  return larger.length === 0 ? Math.max(...steps) : Math.min(...larger)
}

const scaled = ({ height, width }: ImageSize, factor: number): ImageSize => ({
  width: Math.max(1, Math.round(width * factor)),
  height: Math.max(1, Math.round(height * factor))
})

/**
 * The size of an image of the size `full` in a box whose sides are snapped to steps, never larger than the image.
 * Inside a box, it has the proportions of the image. Covering a box, it has those of the box; a box larger than the
 * image is made smaller. Requires a step.
 *
 * @example
 * sizeInBox({ width: 1_400, height: 900 }, { width: 300, height: null, fit: "inside" }, [160, 320]) // 320 by 206
 */
export const sizeInBox = (full: ImageSize, { fit, height, width }: ImageBox, steps: ReadonlyArray<number>): ImageSize => {
  const box = {
    width: width === null ? null : snapToStep(width, steps),
    height: height === null ? null : snapToStep(height, steps)
  }
  if (fit === "cover" && box.width !== null && box.height !== null) {
    return scaled({ width: box.width, height: box.height }, Math.min(1, full.width / box.width, full.height / box.height))
  }
  return scaled(full, Math.min(1, (box.width ?? full.width) / full.width, (box.height ?? full.height) / full.height))
}

/**
 * The file name of the image with this name in a size. No rendition has such a name, so that `nameOfFile` of it is
 * null.
 *
 * @example
 * scaledFileOf("4vJ9JU1bJJE96", { width: 320, height: 206 }) // "4vJ9JU1bJJE96.320x206.jpg"
 */
export const scaledFileOf = (name: string, { height, width }: ImageSize): string => `${name}.${width}x${height}.jpg`

/** The size of an image's largest rendition. */
export const fullSizeOf = ({ size, variants }: Image): ImageSize => variants.find(({ type }) => type === "full")?.size ?? size
