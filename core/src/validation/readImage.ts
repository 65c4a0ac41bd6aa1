import * as Either from "effect/Either"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { Image } from "../domain/Image.js"
import { isHttpUrl } from "../domain/isHttpUrl.js"
import { isJsonObject, type Json } from "../domain/Json.js"
import { nameOfFile } from "../domain/keptImage.js"
import { fault, type FieldReading } from "./FieldReading.js"
import { isBlank } from "./isBlank.js"

/** What a write brings along as its picture, made ready before the body is read. */
export interface OfferedImage {
  /** Of a file or a URL: the picture that is kept of it, or why it is refused. Null: the write brings neither. */
  readonly written: FieldReading<Image> | null
  /** The picture kept here that the body names as it was read, of whatever event or location. */
  readonly known: Image | null
  /** Whether a picture of elsewhere is taken as it was read there, as an import does. */
  readonly elsewhere: boolean
}

/** A write that brings no picture along. */
export const noImage: OfferedImage = { written: null, known: null, elsewhere: false }

/** What a field says of the picture: the one there is stays, it goes, or this one takes its place. */
export type ImageReading = "keep" | "remove" | Image

const decodeImage = Schema.decodeUnknownOption(Image)

/** Whether the URL of each rendition is one that a page may show: absolute, or a path of this server. */
const isShowable = ({ base, filename, variants }: Image): boolean =>
  [filename, ...variants.map(({ filename }) => filename)].every((name) =>
    /^[\w.-]{1,255}$/.test(name) && (isHttpUrl(base + name) || /^\/(?:[\w.-]+\/)*$/.test(base))
  )

const isStored = (value: Json, stored: Image): boolean => {
  if (isJsonObject(value)) return value.filename === stored.filename && (value.base === stored.base || stored.base === "")
  const files = [stored, ...stored.variants].map(({ filename }) => filename)
  if (typeof value !== "string") return false
  return stored.base === ""
    ? files.includes(value.slice(value.lastIndexOf("/") + 1))
    : files.some((filename) => stored.base + filename === value)
}

/**
 * Reads `image` beside the stored picture (wire.md §2, §5): what the write brings along takes its place, the picture as it was read is kept,
 * that of another event is shared, nothing takes it away, anything else is refused. The name of one that is kept here says which it is,
 * whatever address it was read at.
 */
export const readImage = (value: Json, stored: Image | null, offered: OfferedImage = noImage): FieldReading<ImageReading> => {
  if (offered.written !== null) return offered.written
  if (isBlank(value)) return Either.right("remove")
  if (stored !== null && isStored(value, stored)) return Either.right("keep")
  if (offered.known !== null) return Either.right(offered.known)
  const elsewhere = offered.elsewhere ? Option.filter(decodeImage(value), isShowable) : Option.none()
  if (Option.isSome(elsewhere)) return Either.right(elsewhere.value)
  const isKept = isJsonObject(value) && typeof value.filename === "string" && nameOfFile(value.filename) !== null
  return fault("type.invalid", "image", {
    origin: value,
    message: isKept ? "this picture is not kept here" : "a picture is a file, the url of one, or one as it was read"
  })
}
