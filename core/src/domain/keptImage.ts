import type { Image, ImageSize } from "./Image.js"

/** The renditions of a picture, in the order in which they are kept. */
export const renditionKinds = ["base", "full", "thumbnail"] as const

/** A rendition of a picture. */
export type RenditionKind = typeof renditionKinds[number]

/** Something of each rendition. */
export type Renditions<A> = { readonly [K in RenditionKind]: A }

/** The file names of the picture with this name. */
export const filesOf = (name: string): Renditions<string> => ({
  base: `${name}.jpg`,
  full: `${name}.full.jpg`,
  thumbnail: `${name}.thumbnail.jpg`
})

/** A picture that is kept here under this name, with renditions of these sizes. */
export const keptImage = (name: string, sizes: Renditions<ImageSize>): Image => {
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
 * The name of the picture that a file is a rendition of, if it is named as those kept here are; else null.
 *
 * @example
 * nameOfFile("4vJ9JU1bJJE96FWSJKvHsmmFADCg4gpZ.full.jpg") // "4vJ9JU1bJJE96FWSJKvHsmmFADCg4gpZ"
 */
export const nameOfFile = (filename: string): string | null => /^([0-9A-Za-z]{32})(?:\.full|\.thumbnail)?\.jpg$/.exec(filename)?.[1] ?? null

/** The name under which a picture is kept here; null: there is none, or it is kept elsewhere. */
export const nameOfImage = (image: Image | string | null): string | null =>
  image === null || typeof image === "string" || image.base !== "" ? null : nameOfFile(image.filename)
