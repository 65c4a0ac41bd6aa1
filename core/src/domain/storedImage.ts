import type { Image, ImageSize } from "./Image.js"

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
