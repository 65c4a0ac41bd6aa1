import * as Either from "effect/Either"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import type { Issue } from "../../domain/error/Issue.js"
import { Image, nameOfFile } from "../../domain/media/Image.js"
import { isJsonObject, type Json } from "../../domain/text/Json.js"
import { isHttpUrl } from "../../domain/text/url.js"
import { fault, isBlank, type ParseResult } from "./ParseResult.js"

/** The image data of a field of a write, prepared before the body is parsed. */
export interface PreparedImage {
  /** The stored image of an upload or URL, or its issues; null when the field has neither. */
  readonly written: ParseResult<Image> | null
  /** The stored image that the body refers to, from any event or location; null when there is none. */
  readonly known: Image | null
  /** Whether images of other servers are accepted as they are, for imports. */
  readonly elsewhere: boolean
}

/** A field without image data. */
export const noImage: PreparedImage = { written: null, known: null, elsewhere: false }

/** The image data of a write. */
export interface PreparedImages {
  /** By name of the field; fields without image data may be missing. */
  readonly byField: ReadonlyMap<string, PreparedImage>
  /** `ignored` warnings for files that no field takes. */
  readonly warnings: ReadonlyArray<Issue>
}

/** A write without image data. */
export const noImages: PreparedImages = { byField: new Map(), warnings: [] }

/** Whether any field names or contains an image. */
export const hasImages = ({ byField }: PreparedImages): boolean =>
  [...byField.values()].some(({ known, written }) => known !== null || written !== null)

/** The image that the value of a field names: a URL to fetch, or the name of a stored image. */
export const namedBy = (value: Json | undefined): { readonly url: Json | undefined; readonly name: string | null } => {
  if (typeof value === "string") return { url: undefined, name: nameOfFile(value.slice(value.lastIndexOf("/") + 1).trim()) }
  if (!isJsonObject(value)) return { url: undefined, name: null }
  const { filename, url } = value
  return typeof filename === "string" ? { url: undefined, name: nameOfFile(filename) } : { url, name: null }
}

/** Whether a value may be an image or name one. */
export const readsAsImage = (value: Json): boolean => {
  const { name, url } = namedBy(value)
  return name !== null || url !== undefined || (isJsonObject(value) && typeof value["filename"] === "string")
}

/** Parsed image field: keep the stored image, remove it, or replace it. */
export type ImageReading = "keep" | "remove" | Image

const decodeImage = Schema.decodeUnknownOption(Image)

/** Whether every URL of the image is safe to show: absolute http(s), or a path on this server. */
const isShowable = ({ base, filename, variants }: Image): boolean =>
  [filename, ...variants.map(({ filename }) => filename)].every((name) =>
    /^[\w.-]{1,255}$/.test(name) && (isHttpUrl(base + name) || /^\/(?:[\w.-]+\/)*$/.test(base))
  )

const isStored = (value: Json, stored: Image): boolean => {
  if (isJsonObject(value)) return value.filename === stored.filename && (value.base === stored.base || stored.base === "")
  const files = [stored, ...stored.variants].map(({ filename }) => filename)
  if (typeof value !== "string") return false
  const url = value.trim()
  return stored.base === ""
    ? files.includes(url.slice(url.lastIndexOf("/") + 1))
    : files.some((filename) => stored.base + filename === url)
}

/**
 * Parses the image of an event or location, or of an additional field (wire.md §2, §5). New image data replaces the
 * stored image. The stored image as it appears in responses keeps it; one of another event is shared. A blank value
 * removes it; any other value is refused. Stored images are identified by file name, whatever the base URL.
 */
export const readImage = (
  value: Json,
  stored: Image | null,
  offered: PreparedImage = noImage,
  field = "image"
): ParseResult<ImageReading> => {
  if (offered.written !== null) return offered.written
  if (isBlank(value)) return Either.right("remove")
  if (stored !== null && isStored(value, stored)) return Either.right("keep")
  if (offered.known !== null) return Either.right(offered.known)
  const elsewhere = offered.elsewhere ? Option.filter(decodeImage(value), isShowable) : Option.none()
  if (Option.isSome(elsewhere)) return Either.right(elsewhere.value)
  const isFileName = isJsonObject(value) && typeof value.filename === "string" && nameOfFile(value.filename) !== null
  return fault("type.invalid", field, {
    origin: value,
    message: isFileName ? "this picture is not kept here" : "a picture is a file, the url of one, or one as it was read"
  })
}
