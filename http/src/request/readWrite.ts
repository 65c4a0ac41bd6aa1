import type { Caller } from "@agenda-engine/core/domain/access/Credential"
import { type Forbidden, Invalid, type NotFound, type StoreError, type Unauthorized } from "@agenda-engine/core/domain/error/EngineError"
import { type Issue, issue } from "@agenda-engine/core/domain/error/Issue"
import type { Json } from "@agenda-engine/core/domain/text/Json"
import { languageTag } from "@agenda-engine/core/domain/text/languageTag"
import type { AgendaRef } from "@agenda-engine/core/record/AgendaRecord"
import type { Access } from "@agenda-engine/core/services/Access"
import type { IdempotentRequest } from "@agenda-engine/core/services/Idempotency"
import type * as HttpServerRequest from "@effect/platform/HttpServerRequest"
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import { CurrentSettings } from "../HttpSettings.js"
import type { Refusal } from "../response/Refusal.js"
import { BodyReader } from "./BodyReader.js"
import { discardBody } from "./readBytes.js"
import { readCaller, readToken } from "./readCaller.js"
import { bodyOf, isForm, readRequestBody, type RequestBody } from "./readEntity.js"
import { readIdempotencyKey } from "./readIdempotencyKey.js"
import { type IfMatch, readIfMatch } from "./readIfMatch.js"
import { readAgendaUid } from "./readPath.js"

/** A removal as it was asked for. */
export interface Removal {
  readonly caller: Caller
  /** What the caller takes to be there; null: whatever is. */
  readonly ifMatch: IfMatch | null
  /** What a retry of it is known by; null: nothing. */
  readonly idempotentRequest: IdempotentRequest | null
}

/** A write as it was asked for. */
export interface Write extends Removal {
  readonly agenda: AgendaRef
  readonly body: Json
  /** The file that the body carries as its image; null: none. */
  readonly image: Uint8Array | null
  /** From header `lang`. */
  readonly lang: string | null
  /** What the body carried that no service sees. */
  readonly warnings: ReadonlyArray<Issue>
}

const readLang = (request: HttpServerRequest.HttpServerRequest): Effect.Effect<string | null, Invalid> => {
  const text = (request.headers["lang"] ?? "").trim()
  if (text === "") return Effect.succeed(null)
  const lang = languageTag(text)
  return lang !== undefined ? Effect.succeed(lang) : new Invalid({
    subject: "parameters",
    issues: [issue("parameter.invalid", "lang", { message: "lang takes a language code", origin: text })]
  })
}

const formToken = (entity: RequestBody): string | null => entity._tag === "Form" ? entity.form.fields.get("access_token") ?? null : null

const filesOf = (entity: RequestBody): ReadonlyArray<Issue> =>
  entity._tag === "Form" ? entity.form.files.map((field) => issue("ignored", field)) : []

const imageOf = (entity: RequestBody): Uint8Array | null => entity._tag === "Form" ? entity.form.image : null

const readRemoval = (
  access: Context.Tag.Service<Access>,
  request: HttpServerRequest.HttpServerRequest,
  caller: Caller,
  entity: RequestBody | null
): Effect.Effect<Removal, Invalid> =>
  Effect.all({
    caller: Effect.succeed(caller),
    ifMatch: readIfMatch(request),
    idempotentRequest: readIdempotencyKey(access, request, caller, entity)
  })

/**
 * Reads who writes to which agenda, what and in which language. Who calls and whether they may write there is checked
 * before the body is read, except where the token is in the body: a form's legacy field `access_token` (wire.md §3). A
 * body that has arrived anyway is read first, since services check that right again, and the right only where the body
 * is refused: 401, 403 and 404 win over what is wrong with it. Of a write that may be a retry it is checked in any
 * case, as no service is asked where its answer is stored.
 */
export const readWrite = (
  access: Context.Tag.Service<Access>,
  request: HttpServerRequest.HttpServerRequest,
  agendaUid: string,
  permitted: (caller: Caller, agenda: AgendaRef) => Effect.Effect<void, Unauthorized | Forbidden | NotFound | StoreError | Invalid>
): Effect.Effect<Write, Unauthorized | Forbidden | NotFound | StoreError | Invalid | Refusal, Scope.Scope> =>
  Effect.gen(function*() {
    const early = readToken(request) === null && isForm(request) ? yield* readRequestBody(request, "anonymous") : null
    const caller = yield* readCaller(access, request, early === null ? null : formToken(early))
    const agenda = yield* readAgendaUid(agendaUid)
    const permit = permitted(caller, agenda)
    const read = Effect.gen(function*() {
      const lang = yield* readLang(request)
      const entity = early ?? (yield* readRequestBody(request, "identified"))
      return {
        ...(yield* readRemoval(access, request, caller, entity)),
        agenda,
        body: yield* bodyOf(entity),
        image: imageOf(entity),
        lang,
        warnings: filesOf(entity)
      }
    })
    const isCheap = early !== null || (yield* BodyReader).hasArrived(request)
    if (!isCheap) return yield* Effect.zipRight(permit, read)
    return yield* read.pipe(
      Effect.tapError(() => permit),
      Effect.tap(({ idempotentRequest }) => idempotentRequest === null ? Effect.void : permit)
    )
  })

/**
 * Reads who deletes. A DELETE may carry anything; of its body only the legacy token of a form is looked at. The body is
 * read to its end before anything is deleted, since a request whose body cannot be read is refused.
 */
export const readDelete = (
  access: Context.Tag.Service<Access>,
  request: HttpServerRequest.HttpServerRequest
): Effect.Effect<Removal, Unauthorized | Forbidden | StoreError | Invalid | Refusal, Scope.Scope> => {
  const tokenOfForm = readToken(request) !== null || !isForm(request) ? Effect.succeed(null) : readRequestBody(request, "anonymous").pipe(
    Effect.map(formToken),
    Effect.orElseSucceed(() => null)
  )
  return tokenOfForm.pipe(
    Effect.flatMap((token) => readCaller(access, request, token)),
    Effect.tap(() => Effect.flatMap(CurrentSettings, ({ body_bytes_max }) => discardBody(request, body_bytes_max))),
    Effect.flatMap((caller) => readRemoval(access, request, caller, null))
  )
}
