import type { Limits } from "@agenda-engine/core/domain/Limits"
import * as Either from "effect/Either"
import * as Predicate from "effect/Predicate"
import { decodeField, make, type MultipartError, type PartInfo } from "multipasta"
import type { HttpSettings } from "../HttpSettings.js"
import { Refusal } from "../response/Refusal.js"
import type { Form } from "./Form.js"
import { join, tooLarge } from "./readBytes.js"

/** The size limits of a form: bytes of one text field, and of one file. */
export type FormBounds = Pick<HttpSettings, "body_bytes_max"> & Pick<Limits, "image_bytes_max">

const parts_max = 100

const malformed = (message: string): Refusal => new Refusal({ kind: "malformed-request", message })

const unreadable = malformed("the form cannot be read")

const isRefusal = (error: unknown): error is Refusal => Predicate.isTagged(error, "Refusal")

const refusalOf = (error: MultipartError, { body_bytes_max, image_bytes_max }: FormBounds): Refusal => {
  switch (error._tag) {
    case "ReachedLimit":
      return tooLarge(error.limit === "MaxFieldSize" ? body_bytes_max : body_bytes_max + image_bytes_max)
    case "InvalidBoundary":
      return malformed("a multipart form names its boundary")
    case "BadHeaders":
    case "InvalidDisposition":
    case "EndNotReached":
      return unreadable
  }
}

const parameter = /;[ \t]*([^=;\s]+)=(?:"((?:[^"\\]|\\.)*)"|([^;]*))/gy

/** The parameters of a `Content-Disposition` header in any characters; the library reads none when one of them is beyond Latin-1. */
const parametersOf = (header: string): ReadonlyMap<string, string> => {
  const start = header.indexOf(";")
  const found = start === -1 ? [] : [...header.slice(start).matchAll(parameter)]
  return new Map(found.map(([, name = "", quoted, token = ""]) => [name.toLowerCase(), quoted ?? token.trim()]))
}

interface PartName {
  /** Null: the part has no readable name. */
  readonly name: string | null
  /** Absent for a text field. */
  readonly filename: string | undefined
}

const nameOf = ({ contentDispositionParameters: known, filename, headers, name }: PartInfo): PartName => {
  if ("name" in known) return { name, filename }
  const { "content-disposition": header } = headers
  const parameters = typeof header === "string" ? parametersOf(header) : new Map<string, string>()
  return { name: parameters.get("name") ?? null, filename: parameters.get("filename") }
}

const isFile = (part: PartInfo): boolean => nameOf(part).filename !== undefined || part.contentType === "application/octet-stream"

/**
 * Parses a complete `multipart/form-data` body (RFC 7578). Fails with `malformed-request` when it has no closing boundary or cannot be read, and
 * with `content-too-large` when a part exceeds its limit. The file `image` is a view of `body`; other files are skipped. A file input that was
 * left empty counts as no file.
 */
export const parseMultipart = (body: Uint8Array, contentType: string, bounds: FormBounds): Either.Either<Form, Refusal> => {
  const fields = new Map<string, string>()
  const files: Array<string> = []
  let image: Uint8Array | null = null
  let isClosed = false
  const fail = (refusal: Refusal) => {
    // The parser goes on after an error unless its callback throws; what follows the closing boundary is ignored (RFC 2046 §5.1.1).
    if (!isClosed) throw refusal
  }
  return Either.try({
    try: () => {
      const parser = make({
        headers: { "content-type": contentType },
        maxParts: parts_max,
        maxFieldSize: bounds.body_bytes_max,
        isFile,
        onField: (info, value) => {
          const { name } = nameOf(info)
          if (name === null) fail(unreadable)
          else if (!isClosed) fields.set(name, decodeField(info, value))
        },
        onFile: (info) => {
          const { filename, name } = nameOf(info)
          if (name === null) fail(unreadable)
          if (isClosed || name === null) return () => {}
          if (name !== "image") {
            files.push(name)
            return () => {}
          }
          const chunks: Array<Uint8Array> = []
          let size = 0
          return (chunk) => {
            if (chunk !== null) {
              size += chunk.byteLength
              chunks.push(chunk)
              if (size > bounds.image_bytes_max) fail(tooLarge(bounds.image_bytes_max))
            } else if (size > 0 || filename !== "") image = join(chunks)
          }
        },
        onError: (error) => fail(refusalOf(error, bounds)),
        onDone: () => {
          isClosed = true
        }
      })
      parser.write(body)
      parser.end()
      if (!isClosed) fail(unreadable)
      return { fields, image, files }
    },
    catch: (error) => isRefusal(error) ? error : unreadable
  })
}
