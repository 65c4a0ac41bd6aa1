import * as Schema from "effect/Schema"
import { Image } from "../domain/media/Image.js"

/** The image in a write's body. */
export const ImageBody = Schema.NullOr(
  Schema.Union(
    Image,
    Schema.Struct({ url: Schema.String }).annotations({
      identifier: "ImageToFetch",
      description: "A public http or https URL that the image is fetched from."
    }),
    Schema.String.annotations({ description: "The URL of a rendition, as returned by a read." })
  )
).annotations({
  description: "As returned by a read, to keep it or to share that of another event; or a URL to fetch it from; null removes it."
})
