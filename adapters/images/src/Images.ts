import type { StoreError } from "@agenda-engine/core/domain/error/EngineError"
import type { ImageFetcher } from "@agenda-engine/core/ports/image/ImageFetcher"
import type { ImageRenderer } from "@agenda-engine/core/ports/image/ImageRenderer"
import type { ImageStore } from "@agenda-engine/core/ports/image/ImageStore"
import * as Layer from "effect/Layer"
import * as PublicFetcher from "./PublicFetcher.js"
import * as SharpRenderer from "./SharpRenderer.js"

/** All image services, over an image store. Fails with `Unsupported` where sharp is not installed. */
export const layer = (
  store: Layer.Layer<ImageStore>,
  options: PublicFetcher.FetcherOptions & SharpRenderer.RendererOptions = {}
): Layer.Layer<ImageStore | ImageRenderer | ImageFetcher, StoreError> =>
  Layer.mergeAll(store, SharpRenderer.layer(options), PublicFetcher.layer(options))
