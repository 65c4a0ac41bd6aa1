import * as Schema from "effect/Schema"

/**
 * What was offered as a picture is none, or none that is taken: `format.unknown`, not an image of a known format or a damaged one; `range`, too
 * many pixels or bytes; `url.invalid`, nothing that may or can be fetched. The message is for whoever offered it.
 */
export class ImageRefused extends Schema.TaggedError<ImageRefused>("@agenda-engine/core/ImageRefused")("ImageRefused", {
  code: Schema.Literal("format.unknown", "range", "url.invalid"),
  message: Schema.String
}) {}
