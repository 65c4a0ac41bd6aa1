import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { StoreError } from "../../domain/error/EngineError.js"
import { ImageRejected } from "../../domain/media/Image.js"

/** Downloads images of external sites. */
export class ImageFetcher extends Context.Tag("@agenda-engine/core/ports/image/ImageFetcher")<ImageFetcher, {
  /**
   * Downloads an http or https URL, at most `bytes_max` bytes, with a timeout. Connects to public addresses only (SSRF
   * protection): neither the URL, nor DNS, nor a redirect may lead into a private network. `caller` identifies the
   * caller for fair sharing of concurrent fetches. Fails with `ImageRejected`, or `StoreError` with reason `Busy` when
   * too many fetches run.
   */
  readonly fetch: (url: string, bytes_max: number, caller: string) => Effect.Effect<Uint8Array, ImageRejected | StoreError>
}>() {
  /** Downloads nothing: every URL is refused (`url.invalid`). */
  static readonly none: Layer.Layer<ImageFetcher> = Layer.succeed(ImageFetcher, {
    fetch: () => new ImageRejected({ code: "url.invalid", message: "images of other sites are not taken here" })
  })
}
