import * as Schema from "effect/Schema"

/** Width and height in pixels. */
export const ImageSize = Schema.Struct({ width: Schema.Int, height: Schema.Int })
/** Width and height in pixels. */
export type ImageSize = typeof ImageSize.Type

/**
 * A picture and its renditions, all JPEG (wire.md §5): `filename` is at most 700 pixels wide, `full` has the size of the original, `thumbnail`
 * is 200 by 200. The URL of each is `base` followed by its file name. Stored, the `base` of one that is kept here is empty: where it is found
 * is said when it is read.
 */
export const Image = Schema.Struct({
  filename: Schema.String,
  size: ImageSize,
  variants: Schema.Array(Schema.Struct({ filename: Schema.String, size: ImageSize, type: Schema.Literal("full", "thumbnail") })),
  base: Schema.String
}).annotations({ identifier: "Image" })
/** A picture and its renditions. */
export type Image = typeof Image.Type
