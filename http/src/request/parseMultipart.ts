import type { Limits } from "@agenda-engine/core/domain/Limits"
import { makePacer } from "@agenda-engine/core/schedule/timeSlices"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Predicate from "effect/Predicate"
import { decodeField, make, type MultipartError, type PartInfo } from "multipasta"
import type { HttpSettings } from "../HttpSettings.js"
import { Refusal } from "../response/Refusal.js"
import { join, tooLarge } from "./readBytes.js"

/**
 * A parsed form: its fields and its files by name. Of several with one name, the last one counts.
 */
export interface Form {
  readonly fields: ReadonlyMap<string, string>
  readonly files: ReadonlyMap<string, Uint8Array>
}

const fields_max = 1_000

/**
 * Parses an urlencoded form (WHATWG URL §5.1), which any text is. Fails with `content-too-large` when it has too many
 * fields.
 */
export const parseUrlEncoded = (text: string): Either.Either<Form, Refusal> =>
  text.split("&", fields_max + 1).length > fields_max
    ? Either.left(new Refusal({ kind: "content-too-large", message: `a form has at most ${fields_max} fields` }))
    : Either.right({ fields: new Map(new URLSearchParams(text)), files: new Map() })

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

/**
 * Parameters of a `Content-Disposition` header. The library ignores all of them when one contains a character outside
 * Latin-1.
 */
const parametersOf = (header: string): ReadonlyMap<string, string> => {
  const start = header.indexOf(";")
  const found = start === -1 ? [] : [...header.slice(start).matchAll(parameter)]
  return new Map(found.map(([, name = "", quoted, token = ""]) => [name.toLowerCase(), quoted ?? token.trim()]))
}

interface PartName {
  /** Null when the part has no valid name. */
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

/** Names of text parts. Generated clients send JSON as a Blob, which has a filename. */
const textNames: ReadonlyArray<string | null> = ["data", "access_token"]

/** A part is judged by its name; one of another name by its filename or media type. */
const isFile = (part: PartInfo): boolean => {
  const { filename, name } = nameOf(part)
  if (textNames.includes(name)) return false
  return name === "image" || filename !== undefined || /^(?:application\/octet-stream$|image\/)/i.test(part.contentType)
}

/** Bytes parsed between two checks of the time. */
const step_bytes = 262_144

/**
 * Appends a chunk to others. Views that are adjacent in memory become one, so that a file in one buffer is not copied.
 */
const append = (chunks: Array<Uint8Array>, chunk: Uint8Array): void => {
  const last = chunks.at(-1)
  if (last !== undefined && last.buffer === chunk.buffer && last.byteOffset + last.byteLength === chunk.byteOffset) {
    chunks.splice(-1, 1, new Uint8Array(last.buffer, last.byteOffset, last.byteLength + chunk.byteLength))
  } else chunks.push(chunk)
}

/** Runs a step of the parser; exceptions of its callbacks become the failure. */
const parsing = <A>(step: () => A): Effect.Effect<A, Refusal> =>
  Effect.try({ try: step, catch: (error) => isRefusal(error) ? error : unreadable })

/**
 * Parses a complete `multipart/form-data` body (RFC 7578), in slices of 5 ms. Fails with `malformed-request` when the
 * closing boundary is missing or the body is malformed, and with `content-too-large` when a part exceeds its limit.
 * An empty part without a filename counts as no file.
 */
export const parseMultipart = (body: Uint8Array, contentType: string, bounds: FormBounds): Effect.Effect<Form, Refusal> =>
  Effect.gen(function*() {
    const fields = new Map<string, string>()
    const files = new Map<string, ReadonlyArray<Uint8Array>>()
    const closing = { isMet: false }
    const fail = (refusal: Refusal) => {
      // The parser continues after an error unless its callback throws. Content after the closing boundary is ignored
      // (RFC 2046 §5.1.1).
      if (!closing.isMet) throw refusal
    }
    const parser = yield* parsing(() =>
      make({
        headers: { "content-type": contentType },
        maxParts: parts_max,
        maxFieldSize: bounds.body_bytes_max,
        isFile,
        onField: (info, value) => {
          const { name } = nameOf(info)
          if (name === null) fail(unreadable)
          else if (!closing.isMet) fields.set(name, decodeField(info, value))
        },
        onFile: (info) => {
          const { filename, name } = nameOf(info)
          if (name === null) fail(unreadable)
          if (closing.isMet || name === null) return () => {}
          const chunks: Array<Uint8Array> = []
          let size = 0
          return (chunk) => {
            if (chunk !== null) {
              size += chunk.byteLength
              append(chunks, chunk)
              if (size > bounds.image_bytes_max) fail(tooLarge(bounds.image_bytes_max))
            } else if (size > 0 || (filename ?? "") !== "") files.set(name, chunks)
          }
        },
        onError: (error) => fail(refusalOf(error, bounds)),
        onDone: () => {
          closing.isMet = true
        }
      })
    )
    const pace = yield* makePacer
    for (let from = 0; from < body.byteLength && !closing.isMet; from += step_bytes) {
      if (from > 0) yield* pace
      yield* parsing(() => parser.write(body.subarray(from, from + step_bytes)))
    }
    yield* parsing(() => {
      parser.end()
      if (!closing.isMet) fail(unreadable)
    })
    const joined = yield* Effect.forEach(files, ([name, chunks]) => Effect.map(join(chunks), (file) => [name, file] as const))
    return { fields, files: new Map(joined) }
  })
