import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { ImageRejected } from "../domain/media/Image.js"
import * as MemoryImageStore from "../memory/MemoryImageStore.js"
import { ImageFetcher } from "../ports/ImageFetcher.js"
import { ImageRenderer } from "../ports/ImageRenderer.js"

const refused = new ImageRejected({ code: "format.unknown", message: "no images are accepted" })

/** Image ports for tests without images: they refuse every image. */
export const noImages = Layer.mergeAll(
  MemoryImageStore.layer,
  Layer.succeed(ImageRenderer, { digest: () => Effect.succeed("none"), render: () => refused }),
  Layer.succeed(ImageFetcher, { fetch: () => refused })
)
