import { anonymous, type Caller, type Operation } from "@agenda-engine/core/domain/access/Credential"
import type { Forbidden, NotFound, StoreError, Unauthorized } from "@agenda-engine/core/domain/error/EngineError"
import type { AgendaRef } from "@agenda-engine/core/record/AgendaRecord"
import { type Access, type Authorization, type Credentials, identifiesByCredentials } from "@agenda-engine/core/services/Access"
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import { type SenderFailure, unknownSender } from "../identity/Sender.js"
import type { QueryValue } from "../query/parseQueryString.js"
import type { ApiRequest } from "./ApiRequest.js"

const text = (value: string | undefined): string | null => value === undefined || value.trim() === "" ? null : value.trim()

const queryText = (value: QueryValue): string | null => {
  if (typeof value === "string") return text(value)
  const [only] = Array.isArray(value) ? value : []
  return typeof only === "string" ? text(only) : null
}

const bearer = (authorization: string | undefined): string | null => text(/^bearer +(.*)$/i.exec(authorization ?? "")?.[1])

/** The access token in the headers of a request, or null. */
export const readToken = ({ headers }: Pick<ApiRequest, "headers">): string | null =>
  text(headers["access-token"]) ?? bearer(headers["authorization"])

/** The key in the headers or the query of a request, or null. */
export const readKey = ({ headers, query }: Pick<ApiRequest, "headers" | "query">): string | null =>
  text(headers["key"]) ?? queryText(query["key"])

/** The engine's credentials of a request; none when they are switched off. */
const presentedIn = (request: ApiRequest, formToken: string | null): Credentials =>
  request.sender.engineCredentials
    ? { key: readKey(request), token: readToken(request) ?? formToken }
    : { key: null, token: null }

const hasCredential = ({ key, token }: Credentials): boolean => key !== null || token !== null

type CallerFailure = SenderFailure | StoreError

/** Identifies a user of the host; `otherwise` identifies the caller without one. */
const identified = (
  access: Context.Tag.Service<Access>,
  { sender }: ApiRequest,
  otherwise: Effect.Effect<Caller, Unauthorized | Forbidden | StoreError>
): Effect.Effect<Caller, CallerFailure> =>
  sender === unknownSender ? otherwise : Effect.gen(function*() {
    const identity = yield* sender.identity
    return yield* identity === null ? otherwise : access.identifyHostUser(identity)
  })

/**
 * Authenticates a request (wire.md §3). A user of the host takes precedence over the engine's credentials. `formToken`
 * is an access token from a form, used when the headers contain none. `Refusal`: the host cannot identify its users.
 */
export const readCaller = (
  access: Context.Tag.Service<Access>,
  request: ApiRequest,
  formToken: string | null = null
): Effect.Effect<Caller, CallerFailure> => identified(access, request, access.identify(presentedIn(request, formToken)))

/**
 * Authenticates a request to a public route. A request without credentials is anonymous, unless it is from a user of
 * the host, or a host's `Access` identifies its caller otherwise.
 */
export const readAnyCaller = (access: Context.Tag.Service<Access>, request: ApiRequest): Effect.Effect<Caller, CallerFailure> => {
  const presented = presentedIn(request, null)
  const byKey = access.identify(presented)
  return identified(
    access,
    request,
    hasCredential(presented) ? byKey : Effect.catchTag(byKey, "Unauthorized", () => Effect.succeed(anonymous))
  )
}

/**
 * Authenticates a read of what agendas show to everybody. Without `anonymousReads` it needs a credential; with it, as
 * `readAnyCaller`.
 */
export const readReader = (access: Context.Tag.Service<Access>, request: ApiRequest): Effect.Effect<Caller, CallerFailure> =>
  request.settings.anonymousReads ? readAnyCaller(access, request) : readCaller(access, request)

/** What a request asks for in an agenda. */
interface Asked<O extends Operation> {
  /** The agenda; a failure comes after those of the credentials. */
  readonly agenda: Effect.Effect<AgendaRef, NotFound>
  readonly operation: O
}

type AuthorizeFailure = CallerFailure | NotFound

/**
 * Authorizes a caller that `caller` identifies, for `use`; in one step where only the presented credentials identify
 * it.
 */
const authorizeWith = <O extends Operation, A, E>(
  access: Context.Tag.Service<Access>,
  request: ApiRequest,
  presented: Credentials,
  caller: Effect.Effect<Caller, CallerFailure>,
  { agenda, operation }: Asked<O>,
  use: (authorization: Authorization<O>) => Effect.Effect<A, E>
): Effect.Effect<A, AuthorizeFailure | E> => {
  const isEntered = request.sender === unknownSender && hasCredential(presented) && identifiesByCredentials(access)
  return Effect.matchEffect(agenda, {
    onSuccess: (ref) =>
      isEntered
        ? access.enter(presented, ref, operation, use)
        : Effect.flatMap(Effect.flatMap(caller, (identified) => access.authorize(identified, ref, operation)), use),
    onFailure: (missing) => Effect.zipRight(caller, missing)
  })
}

/** `readReader` and `Access.authorize`, then `use`, which only reads and may run twice (`Access.enter`). */
export const readAsReader = <O extends Operation, A, E>(
  access: Context.Tag.Service<Access>,
  request: ApiRequest,
  asked: Asked<O>,
  use: (authorization: Authorization<O>) => Effect.Effect<A, E>
): Effect.Effect<A, AuthorizeFailure | E> =>
  authorizeWith(access, request, presentedIn(request, null), readReader(access, request), asked, use)

/** `readReader` and `Access.authorize`. */
export const authorizeReader = <O extends Operation>(
  access: Context.Tag.Service<Access>,
  request: ApiRequest,
  asked: Asked<O>
): Effect.Effect<Authorization<O>, AuthorizeFailure> => readAsReader(access, request, asked, Effect.succeed)

/** `readCaller` and `Access.authorize`; `formToken` as for `readCaller`. */
export const authorizeCaller = <O extends Operation>(
  access: Context.Tag.Service<Access>,
  request: ApiRequest,
  asked: Asked<O>,
  formToken: string | null = null
): Effect.Effect<Authorization<O>, AuthorizeFailure> =>
  authorizeWith(access, request, presentedIn(request, formToken), readCaller(access, request, formToken), asked, Effect.succeed)
