import * as Schema from "effect/Schema"

/** Width and height in pixels. */
export const ImageSize = Schema.Struct({ width: Schema.Int, height: Schema.Int })
/** Width and height in pixels. */
export type ImageSize = typeof ImageSize.Type

/**
 * An image and its renditions, all JPEG (wire.md §5). `filename` is at most 700 pixels wide, `full` has the original's
 * size, `thumbnail` is 200 by 200. A rendition's URL is `base` followed by its file name.
 *
 * `base` is stored as "" for images in this engine's `ImageStore`; reads fill it in from `CurrentImageBase`.
 */
export const Image = Schema.Struct({
  filename: Schema.String,
  size: ImageSize,
  variants: Schema.Array(Schema.Struct({ filename: Schema.String, size: ImageSize, type: Schema.Literal("full", "thumbnail") })),
  base: Schema.String
}).annotations({ identifier: "Image" })
/** An image and its renditions. */
export type Image = typeof Image.Type
