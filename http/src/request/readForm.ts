import type { Limits } from "@agenda-engine/core/domain/Limits"
import type * as HttpServerRequest from "@effect/platform/HttpServerRequest"
import * as Multipart from "@effect/platform/Multipart"
import * as Chunk from "effect/Chunk"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Stream from "effect/Stream"
import type { HttpSettings } from "../HttpSettings.js"
import { Refusal } from "../response/Refusal.js"
import { join, tooLarge } from "./readBytes.js"

/** A form: its fields by name, the last of a name counting, the file of its field `image`, and the names of its other files. */
export interface Form {
  readonly fields: ReadonlyMap<string, string>
  /** Null: there is none. */
  readonly image: Uint8Array | null
  readonly files: ReadonlyArray<string>
}

/** Reads an urlencoded form from its text. */
export const parseUrlEncoded = (text: string): Form => ({ fields: new Map(new URLSearchParams(text)), image: null, files: [] })

const parts_max = 100

const boundary = /;\s*boundary=(?:"[^"]+"|[^\s";]+)/i

/** What a form may hold. */
export type FormBounds = Pick<HttpSettings, "body_bytes_max"> & Pick<Limits, "image_bytes_max">

const refuse = (error: Multipart.MultipartError, { body_bytes_max, image_bytes_max }: FormBounds): Refusal => {
  switch (error.reason) {
    case "FieldTooLarge":
      return tooLarge(body_bytes_max)
    case "FileTooLarge":
      return tooLarge(image_bytes_max)
    case "BodyTooLarge":
    case "TooManyParts":
      return tooLarge(body_bytes_max + image_bytes_max)
    case "InternalError":
    case "Parse":
      return new Refusal({ kind: "malformed-request", message: "the form cannot be read" })
  }
}

const readFile = (part: Multipart.File): Effect.Effect<Uint8Array> =>
  Stream.runCollect(part.content).pipe(
    Effect.map((chunks) => join(Chunk.toReadonlyArray(chunks))),
    // What is wrong with a file, the stream of parts says too, and more exactly.
    Effect.orElseSucceed(() => new Uint8Array(0))
  )

/** Reads a multipart form. The file `image` is held in memory; others are passed over. A file field that nothing was chosen for is none. */
export const readMultipart = (
  request: HttpServerRequest.HttpServerRequest,
  bounds: FormBounds
): Effect.Effect<Form, Refusal> => {
  if (!boundary.test(request.headers["content-type"] ?? "")) {
    return new Refusal({ kind: "malformed-request", message: "a multipart form names its boundary" })
  }
  const fields = new Map<string, string>()
  const files: Array<string> = []
  let image: Uint8Array | null = null
  return request.multipartStream.pipe(
    Multipart.withLimitsStream({
      maxParts: Option.some(parts_max),
      maxFieldSize: bounds.body_bytes_max,
      maxFileSize: Option.some(bounds.image_bytes_max),
      maxTotalSize: Option.some(bounds.body_bytes_max + bounds.image_bytes_max)
    }),
    Stream.runForEach((part) => {
      if (part._tag === "Field") return Effect.sync(() => void fields.set(part.key, part.value))
      if (part.key === "image") {
        return Effect.map(readFile(part), (file) => {
          if (file.byteLength > 0 || part.name !== "") image = file
        })
      }
      files.push(part.key)
      return Effect.ignore(Stream.runDrain(part.content))
    }),
    Effect.mapError((error) => refuse(error, bounds)),
    Effect.map(() => ({ fields, image, files }))
  )
}
