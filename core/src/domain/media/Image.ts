import * as Context from "effect/Context"
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

/** The kinds of rendition, in storage order. */
export const renditionKinds = ["base", "full", "thumbnail"] as const

/** A kind of rendition. */
export type RenditionKind = typeof renditionKinds[number]

/** A value for each kind of rendition. */
export type Renditions<A> = { readonly [K in RenditionKind]: A }

/** The file names of the image with this name. */
export const filesOf = (name: string): Renditions<string> => ({
  base: `${name}.jpg`,
  full: `${name}.full.jpg`,
  thumbnail: `${name}.thumbnail.jpg`
})

/** An image in the `ImageStore` under this name, with renditions of these sizes. */
export const storedImage = (name: string, sizes: Renditions<ImageSize>): Image => {
  const files = filesOf(name)
  return {
    filename: files.base,
    size: sizes.base,
    variants: [
      { filename: files.full, size: sizes.full, type: "full" },
      { filename: files.thumbnail, size: sizes.thumbnail, type: "thumbnail" }
    ],
    base: ""
  }
}

/**
 * The image name in a rendition's file name; null when the file name has another form.
 *
 * @example
 * nameOfFile("4vJ9JU1bJJE96FWSJKvHsmmFADCg4gpZ.full.jpg") // "4vJ9JU1bJJE96FWSJKvHsmmFADCg4gpZ"
 */
export const nameOfFile = (filename: string): string | null => /^([0-9A-Za-z]{32})(?:\.full|\.thumbnail)?\.jpg$/.exec(filename)?.[1] ?? null

/** The name of an image in the `ImageStore`; null when there is no image or it is external. */
export const nameOfImage = (image: Image | string | null): string | null =>
  image === null || typeof image === "string" || image.base !== "" ? null : nameOfFile(image.filename)

/**
 * The prefix of the file names of stored images in responses: an absolute URL, or a path on this server. Default:
 * `/images/`.
 */
export class CurrentImageBase extends Context.Reference<CurrentImageBase>()("@agenda-engine/core/domain/media/CurrentImageBase", {
  defaultValue: (): string => "/images/"
}) {}

/**
 * An uploaded or linked image was rejected. `format.unknown`: not an image of a supported format, or damaged. `range`:
 * too many pixels or bytes. `url.invalid`: the URL must not or cannot be fetched. The message is meant for the caller.
 */
export class ImageRejected extends Schema.TaggedError<ImageRejected>("@agenda-engine/core/ImageRejected")("ImageRejected", {
  code: Schema.Literal("format.unknown", "range", "url.invalid"),
  message: Schema.String
}) {}
