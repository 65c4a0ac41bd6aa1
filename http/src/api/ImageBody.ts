import { Image } from "@agenda-engine/core/domain/Image"
import * as Schema from "effect/Schema"

/** How a body says what the image is to be. */
export const ImageBody = Schema.NullOr(
  Schema.Union(
    Image,
    Schema.Struct({ url: Schema.String }).annotations({
      identifier: "ImageToFetch",
      description: "A public http or https URL that the image is fetched from."
    }),
    Schema.String.annotations({ description: "The URL of a rendition, as it was read." })
  )
).annotations({
  description: "As it was read, which keeps it or shares that of another event; or where to fetch it from; null takes it away."
})
