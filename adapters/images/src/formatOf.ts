/** The accepted image formats. */
export type ImageFormat = "jpeg" | "png" | "gif" | "webp" | "avif"

/** The magic number of a format: bytes by offset. */
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

const hasBytesAt = (file: Uint8Array, at: number, bytes: string): boolean =>
  [...bytes].every((byte, index) => file[at + index] === byte.charCodeAt(0))

/**
 * The format of a file by its magic number. Null for any other, including SVG and documents, which can reference other
 * files and run scripts.
 */
export const formatOf = (file: Uint8Array): ImageFormat | null =>
  signatures.find(({ parts }) => parts.every(([at, bytes]) => hasBytesAt(file, at, bytes)))?.format ?? null
