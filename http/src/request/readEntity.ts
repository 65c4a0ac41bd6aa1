import { Invalid } from "@agenda-engine/core/domain/EngineError"
import { issue } from "@agenda-engine/core/domain/Issue"
import type { Json } from "@agenda-engine/core/domain/Json"
import { CurrentLimits } from "@agenda-engine/core/domain/Limits"
import { parseJson } from "@agenda-engine/core/domain/parseJson"
import type * as HttpServerRequest from "@effect/platform/HttpServerRequest"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import type * as Scope from "effect/Scope"
import { CurrentSettings } from "../HttpSettings.js"
import { Refusal } from "../response/Refusal.js"
import type { BodyPool } from "./BodyRoom.js"
import type { Form } from "./Form.js"
import { parseMultipart } from "./parseMultipart.js"
import { parseUrlEncoded } from "./parseUrlEncoded.js"
import { readBytes, readText } from "./readBytes.js"

/** The body of a request as it came. */
export type Entity =
  | { readonly _tag: "Json"; readonly value: Json; readonly text: string }
  | { readonly _tag: "Form"; readonly form: Form }

const jsonType = /^application\/(?:[a-z0-9.+-]+\+)?json$/

/** The type of a body in lower case and without its parameters; empty when it says none. */
export const mediaType = (request: HttpServerRequest.HttpServerRequest): string =>
  (request.headers["content-type"] ?? "").split(";", 1).join("").trim().toLowerCase()

/** Whether the body says that it is a form. */
export const isForm = (request: HttpServerRequest.HttpServerRequest): boolean =>
  ["application/x-www-form-urlencoded", "multipart/form-data"].includes(mediaType(request))

/** Members and items of a JSON text from who is not known yet: many small ones take half a second to parse. */
const members_max = 1_000

/** Reads the body of a request by its content type; without one it is taken for JSON (wire.md §2, Bodies). `pool` is what it counts against. */
export const readEntity = (
  request: HttpServerRequest.HttpServerRequest,
  pool: BodyPool
): Effect.Effect<Entity, Refusal | Invalid, Scope.Scope> =>
  Effect.gen(function*() {
    const { body_bytes_max } = yield* CurrentSettings
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
    const value = yield* Either.mapLeft(parseJson(text, "data"), (found) => new Invalid({ subject: "data", issues: [found] }))
    return { _tag: "Json", value, text }
  })

/** The body as services take it: JSON as it is, and a form as JSON text under `data`, which they unwrap (wire.md §2, Bodies). */
export const bodyOf = (entity: Entity): Effect.Effect<Json, Invalid> => {
  if (entity._tag === "Json") return Effect.succeed(entity.value)
  const data = entity.form.fields.get("data")
  return data === undefined
    ? new Invalid({
      subject: "data",
      issues: [issue("json.invalid", "data", { message: "a form carries its JSON in the field data" })]
    })
    : Effect.succeed({ data })
}
