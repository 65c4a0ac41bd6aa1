import type { Caller } from "@agenda-engine/core/domain/Credential"
import { Invalid } from "@agenda-engine/core/domain/EngineError"
import { issue } from "@agenda-engine/core/domain/Issue"
import type { Json } from "@agenda-engine/core/domain/Json"
import { type Access, identifiesByCredentials } from "@agenda-engine/core/services/Access"
import type { Repeatable } from "@agenda-engine/core/services/Retries"
import type * as HttpServerRequest from "@effect/platform/HttpServerRequest"
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import { CurrentRequest } from "../front/CurrentRequest.js"
import { digestOf } from "../response/entityTag.js"
import { type Entity, mediaType } from "./readEntity.js"

/** The header that names a write. */
const header = "idempotency-key"

const nameShape = /^[\x20-\x7E]{1,255}$/

const malformed = (name: string): Invalid =>
  new Invalid({
    subject: "parameters",
    issues: [issue("parameter.invalid", header, { message: `${header} takes 1 to 255 printable ASCII characters`, origin: name })]
  })

/** What of a body makes it another one. The legacy token of a form says who asks, and not for what; a boundary says nothing. */
const contentOf = (entity: Entity): Effect.Effect<Json> => {
  if (entity._tag === "Json") return Effect.succeed(entity.text)
  const { fields, files, image } = entity.form
  return Effect.map(
    image === null ? Effect.succeed(null) : digestOf(image),
    (digest) => [[...fields].filter(([name]) => name !== "access_token"), files, digest]
  )
}

/** A digest of all that a write asks for: route, conditions, language and body. A slash at the end of the path makes no other route. */
const fingerprintOf = (request: HttpServerRequest.HttpServerRequest, entity: Entity | null): Effect.Effect<string> =>
  Effect.gen(function*() {
    const { query: { key: _key, ...query } } = yield* CurrentRequest
    const { headers, method, url } = request
    const content = entity === null ? null : [mediaType(request), yield* contentOf(entity)]
    const asked = JSON.stringify([method, url.replace(/\/$/, ""), query, headers["lang"] ?? null, headers["if-match"] ?? null, content])
    return yield* digestOf(new TextEncoder().encode(asked))
  })

/**
 * Whose idempotency records these are: those of one key, by whatever access token. Callers whom a host's own `Access` identifies may share a key
 * or have none, so that theirs are those of everything that it says of them.
 */
const recordOwnerOf = (access: Context.Tag.Service<Access>, caller: Caller): Effect.Effect<string> => {
  if (caller._tag === "Key" && identifiesByCredentials(access)) return Effect.succeed(caller.keyId)
  const identity = caller._tag === "Key"
    ? [caller.kind, caller.keyId, caller.userUid, caller.agendaUids, caller.operations]
    : [caller._tag, caller.userUid]
  return digestOf(new TextEncoder().encode(JSON.stringify(identity)))
}

/**
 * The write that a request names by `Idempotency-Key` (wire.md §4), or null: it names none, or comes from a caller who does not write, whom
 * the service refuses. `entity` is null where nothing in the body matters.
 */
export const readRepeatable = (
  access: Context.Tag.Service<Access>,
  request: HttpServerRequest.HttpServerRequest,
  caller: Caller,
  entity: Entity | null
): Effect.Effect<Repeatable | null, Invalid> => {
  const name = request.headers[header]
  if (name === undefined) return Effect.succeed(null)
  if (!nameShape.test(name)) return malformed(name)
  return caller._tag === "Operator" || caller.writes
    ? Effect.all({ keyId: recordOwnerOf(access, caller), name: Effect.succeed(name), fingerprint: fingerprintOf(request, entity) })
    : Effect.succeed(null)
}
