import { type Caller, mayWriteWith } from "@agenda-engine/core/domain/access/Credential"
import { Invalid } from "@agenda-engine/core/domain/error/EngineError"
import { issue } from "@agenda-engine/core/domain/error/Issue"
import type { Json } from "@agenda-engine/core/domain/text/Json"
import { type Access, identifiesByCredentials } from "@agenda-engine/core/services/Access"
import type { IdempotentRequest } from "@agenda-engine/core/services/Idempotency"
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import { digestOf } from "../response/entityTag.js"
import type { ApiRequest } from "./ApiRequest.js"
import { mediaType, type RequestBody } from "./readEntity.js"

/** The header with the idempotency key. */
const header = "idempotency-key"

const nameShape = /^[\x20-\x7E]{1,255}$/

const malformed = (name: string): Invalid =>
  new Invalid({
    subject: "parameters",
    issues: [issue("parameter.invalid", header, { message: `${header} takes 1 to 255 printable ASCII characters`, origin: name })]
  })

/**
 * The parts of a body that the fingerprint covers. A form's access token and its boundary are excluded, because they do
 * not change the request.
 */
const contentOf = (entity: RequestBody): Effect.Effect<Json> => {
  if (entity._tag === "Json") return Effect.succeed(entity.text)
  const { fields, files } = entity.form
  return Effect.map(
    Effect.forEach(files, ([name, bytes]) => Effect.map(digestOf(bytes), (digest) => [name, digest])),
    (digests) => [[...fields].filter(([name]) => name !== "access_token"), digests]
  )
}

/** Digest of the request: method, path without a trailing slash, query, language, conditions and body. */
const fingerprintOf = (request: ApiRequest, entity: RequestBody | null): Effect.Effect<string> =>
  Effect.gen(function*() {
    const { headers, method, path, query: { key: _key, ...query } } = request
    const content = entity === null ? null : [mediaType(request), yield* contentOf(entity)]
    const asked = JSON.stringify([method, path.replace(/\/$/, ""), query, headers["lang"] ?? null, headers["if-match"] ?? null, content])
    return yield* digestOf(new TextEncoder().encode(asked))
  })

/**
 * Owner of the idempotency records. It is the caller's key, which all access tokens of the key share; for other callers
 * a digest of who they are. Callers of a host's own `Access` may share a key, so there it is a digest of the whole
 * caller.
 */
const recordOwnerOf = (access: Context.Tag.Service<Access>, caller: Caller): Effect.Effect<string> => {
  if (caller._tag === "Key" && identifiesByCredentials(access)) return Effect.succeed(caller.keyId)
  const identity = caller._tag === "Key"
    ? [caller.kind, caller.keyId, caller.userUid, caller.agendaUids, caller.operations]
    : [caller._tag, caller._tag === "HostUser" ? caller.userId : caller.userUid]
  return digestOf(new TextEncoder().encode(JSON.stringify(identity)))
}

/**
 * The idempotent request of `Idempotency-Key` (wire.md §4). Null without the header, and for callers who may not write,
 * whom the service refuses. `entity` is null when the body is irrelevant.
 */
export const readIdempotencyKey = (
  access: Context.Tag.Service<Access>,
  request: ApiRequest,
  caller: Caller,
  entity: RequestBody | null
): Effect.Effect<IdempotentRequest | null, Invalid> => {
  const name = request.headers[header]
  if (name === undefined) return Effect.succeed(null)
  if (!nameShape.test(name)) return malformed(name)
  return mayWriteWith(caller)
    ? Effect.all({ keyId: recordOwnerOf(access, caller), name: Effect.succeed(name), fingerprint: fingerprintOf(request, entity) })
    : Effect.succeed(null)
}
