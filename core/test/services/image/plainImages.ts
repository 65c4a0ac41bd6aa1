import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { ImageRejected } from "../../../src/domain/media/Image.js"
import * as MemoryImageStore from "../../../src/memory/MemoryImageStore.js"
import { ImageFetcher } from "../../../src/ports/image/ImageFetcher.js"
import { ImageRenderer } from "../../../src/ports/image/ImageRenderer.js"

const textOf = (bytes: Uint8Array): string => new TextDecoder().decode(bytes)

/** The bytes of a test image. */
export const picture = (name: string): Uint8Array => new TextEncoder().encode(`picture ${name}`)

/**
 * Image ports for tests: a text that begins with `picture` is an image, whose renditions equal it; a URL names an image
 * of its own. Adapters implement the real ones.
 */
export const plainImages = Layer.mergeAll(
  MemoryImageStore.layer,
  Layer.succeed(ImageRenderer, {
    digest: (original) => Effect.succeed(textOf(original)),
    render: (original) => {
      if (!textOf(original).startsWith("picture")) return new ImageRejected({ code: "format.unknown", message: "no picture" })
      const rendition = (width: number, height: number) => ({ bytes: original, size: { width, height } })
      return Effect.succeed({ base: rendition(700, 400), full: rendition(1_400, 800), thumbnail: rendition(200, 200) })
    },
    scale: (original, { height, width }) => Effect.map(original, (bytes) => picture(`${width} by ${height} of ${textOf(bytes)}`))
  }),
  Layer.succeed(ImageFetcher, {
    fetch: (url) =>
      url.includes("nowhere") ? new ImageRejected({ code: "url.invalid", message: "not found" }) : Effect.succeed(picture(url))
  })
)
