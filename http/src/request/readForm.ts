import type * as HttpServerRequest from "@effect/platform/HttpServerRequest"
import * as Multipart from "@effect/platform/Multipart"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Stream from "effect/Stream"
import type { HttpSettings } from "../HttpSettings.js"
import { Refusal } from "../response/Refusal.js"
import { tooLarge } from "./readBytes.js"

/** A form: its fields by name, the last of a name counting, and the names of its files. */
export interface Form {
  readonly fields: ReadonlyMap<string, string>
  readonly files: ReadonlyArray<string>
}

/** Reads an urlencoded form from its text. */
export const parseUrlEncoded = (text: string): Form => ({ fields: new Map(new URLSearchParams(text)), files: [] })

const parts_max = 100

const boundary = /;\s*boundary=(?:"[^"]+"|[^\s";]+)/i

const refuse = (error: Multipart.MultipartError, settings: HttpSettings): Refusal => {
  switch (error.reason) {
    case "FieldTooLarge":
      return tooLarge(settings.body_bytes_max)
    case "FileTooLarge":
      return tooLarge(settings.image_bytes_max)
    case "BodyTooLarge":
    case "TooManyParts":
      return tooLarge(settings.body_bytes_max + settings.image_bytes_max)
    case "InternalError":
    case "Parse":
      return new Refusal({ kind: "malformed-request", message: "the form cannot be read" })
  }
}

/** Reads a multipart form. Files are passed over. */
export const readMultipart = (
  request: HttpServerRequest.HttpServerRequest,
  settings: HttpSettings
): Effect.Effect<Form, Refusal> => {
  if (!boundary.test(request.headers["content-type"] ?? "")) {
    return new Refusal({ kind: "malformed-request", message: "a multipart form names its boundary" })
  }
  const fields = new Map<string, string>()
  const files: Array<string> = []
  return request.multipartStream.pipe(
    Multipart.withLimitsStream({
      maxParts: Option.some(parts_max),
      maxFieldSize: settings.body_bytes_max,
      maxFileSize: Option.some(settings.image_bytes_max),
      maxTotalSize: Option.some(settings.body_bytes_max + settings.image_bytes_max)
    }),
    Stream.runForEach((part) => {
      if (part._tag === "Field") return Effect.sync(() => void fields.set(part.key, part.value))
      files.push(part.key)
      // What is wrong with a file, the stream of parts says too, and more exactly.
      return Effect.ignore(Stream.runDrain(part.content))
    }),
    Effect.mapError((error) => refuse(error, settings)),
    Effect.as({ fields, files })
  )
}
