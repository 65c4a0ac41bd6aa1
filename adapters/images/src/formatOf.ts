/** The formats that are read. */
export type ImageFormat = "jpeg" | "png" | "gif" | "webp" | "avif"

/** What a file of a format begins with, by the place of the first byte. */
interface Signature {
  readonly format: ImageFormat
  readonly parts: ReadonlyArray<readonly [at: number, bytes: string]>
}

const signatures: ReadonlyArray<Signature> = [
  { format: "jpeg", parts: [[0, "\xFF\xD8\xFF"]] },
  { format: "png", parts: [[0, "\x89PNG\r\n\x1A\n"]] },
  { format: "gif", parts: [[0, "GIF87a"]] },
  { format: "gif", parts: [[0, "GIF89a"]] },
  { format: "webp", parts: [[0, "RIFF"], [8, "WEBP"]] },
  { format: "avif", parts: [[4, "ftypavif"]] },
  { format: "avif", parts: [[4, "ftypavis"]] }
]

const begins = (file: Uint8Array, at: number, bytes: string): boolean =>
  [...bytes].every((byte, place) => file[at + place] === byte.charCodeAt(0))

/**
 * The format of a file, by its first bytes alone; null for any other, drawings (SVG) and documents among them, which name other files and run
 * scripts.
 */
export const formatOf = (file: Uint8Array): ImageFormat | null =>
  signatures.find(({ parts }) => parts.every(([at, bytes]) => begins(file, at, bytes)))?.format ?? null
