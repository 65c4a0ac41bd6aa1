import { type Caller, mayWriteWith, type Operation } from "@agenda-engine/core/domain/access/Credential"
import { type Forbidden, Invalid, type NotFound, type StoreError, type Unauthorized } from "@agenda-engine/core/domain/error/EngineError"
import { type Issue, issue } from "@agenda-engine/core/domain/error/Issue"
import type { Json } from "@agenda-engine/core/domain/text/Json"
import { languageTag } from "@agenda-engine/core/domain/text/languageTag"
import { type Access, type Authorization, identifiesByCredentials } from "@agenda-engine/core/services/Access"
import type { IdempotentRequest } from "@agenda-engine/core/services/Idempotency"
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import { digestOf } from "../response/entityTag.js"
import type { Refusal } from "../response/Refusal.js"
import type { ApiRequest } from "./ApiRequest.js"
import { discardBody } from "./readBytes.js"
import { authorizeCaller, readToken } from "./readCaller.js"
import { bodyOf, isForm, mediaType, readRequestBody, type RequestBody } from "./readEntity.js"
import { type IfMatch, readIfMatch } from "./readIfMatch.js"
import { readAgendaUid } from "./readPath.js"

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
const readIdempotencyKey = (
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

/** A removal that a request asks for. */
export interface Removal<O extends Operation = Operation> {
  readonly authorization: Authorization<O>
  /** The precondition on the stored version; null without one. */
  readonly ifMatch: IfMatch | null
  /** Identifies retries of the request; null without an idempotency key. */
  readonly idempotentRequest: IdempotentRequest | null
}

/** A write that a request asks for. */
export interface Write<O extends Operation = Operation> extends Removal<O> {
  readonly body: Json
  /** The files of a form by name. */
  readonly files: ReadonlyMap<string, Uint8Array>
  /** From header `lang`. */
  readonly lang: string | null
}

const readLang = (request: ApiRequest): Effect.Effect<string | null, Invalid> => {
  const text = (request.headers["lang"] ?? "").trim()
  if (text === "") return Effect.succeed(null)
  const lang = languageTag(text)
  return lang !== undefined ? Effect.succeed(lang) : new Invalid({
    subject: "parameters",
    issues: [issue("parameter.invalid", "lang", { message: "lang takes a language code", origin: text })]
  })
}

const formToken = (entity: RequestBody): string | null => entity._tag === "Form" ? entity.form.fields.get("access_token") ?? null : null

const filesOf = (entity: RequestBody): ReadonlyMap<string, Uint8Array> => entity._tag === "Form" ? entity.form.files : new Map()

/** Warnings for the files of a write that takes none but `taken`. */
export const ignoredFiles = ({ files }: Pick<Write, "files">, taken?: string): ReadonlyArray<Issue> =>
  [...files.keys()].filter((name) => name !== taken).map((name) => issue("ignored", name))

const readRemoval = <O extends Operation>(
  access: Context.Tag.Service<Access>,
  request: ApiRequest,
  authorization: Authorization<O>,
  entity: RequestBody | null
): Effect.Effect<Removal<O>, Invalid> =>
  Effect.gen(function*() {
    const ifMatch = yield* readIfMatch(request)
    return { authorization, ifMatch, idempotentRequest: yield* readIdempotencyKey(access, request, authorization.caller, entity) }
  })

/** Checks the rights that a write needs besides the operation. */
type Permit<O extends Operation> = (authorization: Authorization<O>) => Effect.Effect<void, Forbidden | NotFound | StoreError | Invalid>

type WriteFailure = Unauthorized | Forbidden | NotFound | StoreError | Invalid | Refusal

/**
 * Parses a write to an agenda. The caller is authorized, and `permit` checks the rights of this write, before the body
 * is read: 401, and 403 and 404 for callers without membership, take precedence over faults of the body. The legacy
 * token of a form (wire.md §3) is in its body, which is then read first.
 */
export const readWrite = <O extends Operation>(
  access: Context.Tag.Service<Access>,
  request: ApiRequest,
  operation: O,
  permit: Permit<O>
): Effect.Effect<Write<O>, WriteFailure> =>
  Effect.gen(function*() {
    const isAnonymous = readToken(request) === null && (yield* request.sender.identity) === null
    const early = isAnonymous && isForm(request) ? yield* readRequestBody(request, "anonymous") : null
    const agenda = readAgendaUid(request.params.agendaUid)
    const authorization = yield* authorizeCaller(access, request, { agenda, operation }, early === null ? null : formToken(early))
    yield* permit(authorization)
    const lang = yield* readLang(request)
    const entity = early ?? (yield* readRequestBody(request, "identified"))
    return {
      ...(yield* readRemoval(access, request, authorization, entity)),
      body: yield* bodyOf(entity),
      files: filesOf(entity),
      lang
    }
  })

/**
 * Parses a DELETE request. It may carry any body, of which only the legacy token of a form has a meaning. Refusals take
 * the same precedence as in `readWrite`. The body is read to its end before anything is deleted, because a request
 * whose body cannot be read is refused.
 */
export const readDelete = <O extends Operation>(
  access: Context.Tag.Service<Access>,
  request: ApiRequest,
  operation: O,
  permit: Permit<O>
): Effect.Effect<Removal<O>, WriteFailure> => {
  const tokenOfForm = readRequestBody(request, "anonymous").pipe(
    Effect.map(formToken),
    Effect.orElseSucceed(() => null)
  )
  return Effect.gen(function*() {
    const isAnonymous = readToken(request) === null && (yield* request.sender.identity) === null
    const agenda = readAgendaUid(request.params.agendaUid)
    const token = isAnonymous && isForm(request) ? yield* tokenOfForm : null
    const authorization = yield* authorizeCaller(access, request, { agenda, operation }, token)
    yield* permit(authorization)
    yield* discardBody(request, request.settings.body_bytes_max)
    return yield* readRemoval(access, request, authorization, null)
  })
}
