import * as Schema from "effect/Schema"

/**
 * An uploaded or linked image was rejected. `format.unknown`: not an image of a supported format, or damaged. `range`:
 * too many pixels or bytes. `url.invalid`: the URL must not or cannot be fetched. The message is meant for the caller.
 */
export class ImageRefused extends Schema.TaggedError<ImageRefused>("@agenda-engine/core/ImageRefused")("ImageRefused", {
  code: Schema.Literal("format.unknown", "range", "url.invalid"),
  message: Schema.String
}) {}
