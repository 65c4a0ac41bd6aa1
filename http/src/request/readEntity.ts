import { Invalid } from "@agenda-engine/core/domain/error/EngineError"
import { issue } from "@agenda-engine/core/domain/error/Issue"
import { CurrentLimits } from "@agenda-engine/core/domain/Limits"
import { isJsonObject, type Json } from "@agenda-engine/core/domain/text/Json"
import * as Effect from "effect/Effect"
import { Refusal } from "../response/Refusal.js"
import type { ApiRequest } from "./ApiRequest.js"
import { parseJsonInSlices } from "./parseJsonInSlices.js"
import { type Form, parseMultipart, parseUrlEncoded } from "./parseMultipart.js"
import { type BodyPool, readBytes, readText } from "./readBytes.js"

/** The body of a request as it came. */
export type RequestBody =
  | { readonly _tag: "Json"; readonly value: Json; readonly text: string }
  | { readonly _tag: "Form"; readonly form: Form }

const jsonType = /^application\/(?:[a-z0-9.+-]+\+)?json$/

/** The type of a body in lower case and without its parameters; empty when it says none. */
export const mediaType = (request: Pick<ApiRequest, "headers">): string =>
  (request.headers["content-type"] ?? "").split(";", 1).join("").trim().toLowerCase()

/** Whether the body says that it is a form. */
export const isForm = (request: Pick<ApiRequest, "headers">): boolean =>
  ["application/x-www-form-urlencoded", "multipart/form-data"].includes(mediaType(request))

/** Members and items of a JSON text from who is not known yet. */
const members_max = 1_000

/** What a JSON text holds at most. The availability of 800 slots at four providers has 40 000 values. */
const jsonBounds = { values_max: 250_000, members_max: 20_000 }

const parseText = (text: string, field: string): Effect.Effect<Json, Refusal | Invalid> =>
  Effect.mapError(parseJsonInSlices(text, field, jsonBounds), (found) =>
    found === "TooMany"
      ? new Refusal({
        kind: "content-too-large",
        message: `a body holds at most ${jsonBounds.values_max} values, and ${jsonBounds.members_max} members in one object`
      })
      : new Invalid({ subject: "data", issues: [found] }))

/**
 * Reads the body of a request by its content type; without one it is taken for JSON (wire.md §2, Bodies). `pool` is
 * what it counts against.
 */
export const readRequestBody = (
  request: ApiRequest,
  pool: BodyPool
): Effect.Effect<RequestBody, Refusal | Invalid> =>
  Effect.gen(function*() {
    const { body_bytes_max } = request.settings
    const type = mediaType(request)
    const encoding = request.headers["content-encoding"] ?? "identity"
    if (encoding.trim().toLowerCase() !== "identity") {
      return yield* new Refusal({ kind: "unsupported-media-type", message: "encoded bodies are not read" })
    }
    if (type === "multipart/form-data") {
      const { image_bytes_max } = yield* CurrentLimits
      const bytes = yield* readBytes(request, { bytes_max: body_bytes_max + image_bytes_max, pool })
      const contentType = request.headers["content-type"] ?? ""
      return { _tag: "Form", form: yield* parseMultipart(bytes, contentType, { body_bytes_max, image_bytes_max }) }
    }
    const bounds = { bytes_max: body_bytes_max, pool }
    if (type === "application/x-www-form-urlencoded") {
      return { _tag: "Form", form: yield* parseUrlEncoded(yield* readText(request, bounds)) }
    }
    if (type !== "" && !jsonType.test(type)) {
      return yield* new Refusal({ kind: "unsupported-media-type", message: `bodies of type ${type} are not read, JSON and forms are` })
    }
    const text = yield* readText(request, bounds)
    if (pool === "anonymous" && text.split(",", members_max + 1).length > members_max) {
      return yield* new Refusal({ kind: "content-too-large", message: `this body holds at most ${members_max} members` })
    }
    return { _tag: "Json", value: yield* parseText(text, "data"), text }
  })

/**
 * JSON text under `data` that is longer is parsed here, in slices; services parse the others when they unwrap the body.
 */
const unwrapped_chars_max = 16_384

const notObject = (origin: string): Invalid =>
  new Invalid({ subject: "data", issues: [issue("json.invalid", "data", { origin, message: "an object is expected" })] })

/**
 * The body as services take it: JSON as it is, and a form as JSON text under `data`, which they unwrap (wire.md §2,
 * Bodies).
 */
export const bodyOf = (entity: RequestBody): Effect.Effect<Json, Invalid | Refusal> =>
  Effect.gen(function*() {
    const data = entity._tag === "Form" ? entity.form.fields.get("data") : isJsonObject(entity.value) ? entity.value["data"] : undefined
    if (typeof data === "string" && data.length > unwrapped_chars_max) {
      const fields = yield* Effect.catchTag(parseText(data, "data"), "Invalid", () => notObject(data))
      if (!isJsonObject(fields)) return yield* notObject(data)
      // The members beside `data` are left in place: services warn of them.
      return entity._tag === "Json" && isJsonObject(entity.value) ? { ...entity.value, data: fields } : { data: fields }
    }
    if (entity._tag === "Json") return entity.value
    if (data !== undefined) return { data }
    const message = "a form carries its JSON in the field data"
    return yield* new Invalid({ subject: "data", issues: [issue("json.invalid", "data", { message })] })
  })

/**
 * The JSON of a caller who may not write: a query at most, so it is small. Null when it has more than `bytes_max`
 * bytes, is incomplete or no JSON; then the refusal of the write stands.
 */
export const readSmallJson = (request: ApiRequest, bytes_max: number): Effect.Effect<Json> =>
  !jsonType.test(mediaType(request)) ? Effect.succeed(null) : readText(request, { bytes_max, pool: "identified" }).pipe(
    Effect.flatMap((text) => parseText(text, "data")),
    Effect.orElseSucceed(() => null)
  )
