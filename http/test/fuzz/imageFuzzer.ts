import { renderImage } from "@agenda-engine/images/renderImage"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import sharp from "sharp"
import { demand } from "./demand.js"
import type { Fuzzer } from "./runFuzzer.js"

const pixels_max = 4_096

const drawn = (width: number, height: number) => sharp({ create: { width, height, channels: 3, background: { r: 200, g: 80, b: 40 } } })

/** Small pictures, and their bytes disturbed: renditions of the sizes that are promised, or a refusal. */
export const imageFuzzer = async (): Promise<Fuzzer<Uint8Array>> => {
  const small = drawn(6, 4)
  const [first, ...more] = await Promise.all([
    small.clone().jpeg().toBuffer(),
    small.clone().png().toBuffer(),
    small.clone().gif().toBuffer(),
    small.clone().webp().toBuffer(),
    small.clone().avif({ effort: 0 }).toBuffer(),
    small.clone().jpeg({ progressive: true }).withMetadata({ orientation: 6 }).toBuffer(),
    small.clone().png({ palette: true }).toBuffer(),
    small.clone().png({ progressive: true }).toBuffer(),
    drawn(80, 40).gif().toBuffer()
  ])
  return {
    name: "images",
    draw: (draw) => draw.mutateBytes([first ?? new Uint8Array(1), ...more]),
    sizeOf: () => pixels_max,
    // Most inputs are refused in a fraction of the time that a picture takes, and a damaged colour profile takes a
    // hundred times as long as that.
    slowness_max: 20_000,
    check: async (bytes) => {
      const rendered = await Effect.runPromise(Effect.either(Effect.catchTag(renderImage(bytes, pixels_max), "StoreError", Effect.die)))
      if (Either.isLeft(rendered)) return demand(/^(?:format\.unknown|range)$/.test(rendered.left.code), "the refusal is typed")
      const { base, full, thumbnail } = rendered.right
      demand(full.size.width * full.size.height <= pixels_max, "no picture is larger than what was decoded")
      demand(base.size.width <= 700 && thumbnail.size.width === 200 && thumbnail.size.height === 200, "renditions have their sizes")
    }
  }
}
