import { anonymous, type Caller } from "@agenda-engine/core/domain/access/Credential"
import type { HostIdentity } from "@agenda-engine/core/domain/access/HostIdentity"
import type { Forbidden, StoreError, Unauthorized } from "@agenda-engine/core/domain/error/EngineError"
import type { Access, Credentials } from "@agenda-engine/core/services/Access"
import type * as HttpServerRequest from "@effect/platform/HttpServerRequest"
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import { CurrentRequest } from "../context/CurrentRequest.js"
import { CurrentSettings } from "../HttpSettings.js"
import { CurrentSender, type SenderFailure } from "../identity/CurrentSender.js"
import type { QueryTree, QueryValue } from "../query/parseQueryString.js"

const text = (value: string | undefined): string | null => value === undefined || value.trim() === "" ? null : value.trim()

const queryText = (value: QueryValue): string | null => {
  if (typeof value === "string") return text(value)
  const [only] = Array.isArray(value) ? value : []
  return typeof only === "string" ? text(only) : null
}

const bearer = (authorization: string | undefined): string | null => text(/^bearer +(.*)$/i.exec(authorization ?? "")?.[1])

/** The access token in the headers of a request, or null. */
export const readToken = (request: HttpServerRequest.HttpServerRequest): string | null =>
  text(request.headers["access-token"]) ?? bearer(request.headers["authorization"])

/** The user of the host who sent the current request; null for none. */
export const readIdentity: Effect.Effect<HostIdentity | null, SenderFailure> = Effect.flatMap(
  CurrentSender,
  ({ identity }) => identity
)

const keyIn = (request: HttpServerRequest.HttpServerRequest, query: QueryTree): string | null =>
  text(request.headers["key"]) ?? queryText(query["key"])

/** The engine's credentials of a request; none when they are switched off. */
const presentedIn = (request: HttpServerRequest.HttpServerRequest, formToken: string | null): Effect.Effect<Credentials> =>
  Effect.flatMap(CurrentSender, ({ engineCredentials }) =>
    engineCredentials
      ? Effect.map(CurrentRequest, ({ query }) => ({ key: keyIn(request, query), token: readToken(request) ?? formToken }))
      : Effect.succeed({ key: null, token: null }))

const identifyByKey = (
  access: Context.Tag.Service<Access>,
  request: HttpServerRequest.HttpServerRequest,
  formToken: string | null
): Effect.Effect<Caller, Unauthorized | Forbidden | StoreError> => Effect.flatMap(presentedIn(request, formToken), access.identify)

type CallerFailure = SenderFailure | StoreError

/**
 * Authenticates a request (wire.md §3). A user of the host takes precedence over the engine's credentials. `formToken`
 * is an access token from a form, used when the headers contain none. `Refusal`: the host cannot identify its users.
 */
export const readCaller = (
  access: Context.Tag.Service<Access>,
  request: HttpServerRequest.HttpServerRequest,
  formToken: string | null = null
): Effect.Effect<Caller, CallerFailure> =>
  Effect.flatMap(
    readIdentity,
    (identity) => identity === null ? identifyByKey(access, request, formToken) : access.identifyHostUser(identity)
  )

/**
 * Authenticates a request to a public route. A request without credentials is anonymous, unless it is from a user of
 * the host, or a host's `Access` identifies its caller otherwise.
 */
export const readAnyCaller = (
  access: Context.Tag.Service<Access>,
  request: HttpServerRequest.HttpServerRequest
): Effect.Effect<Caller, CallerFailure> =>
  Effect.flatMap(readIdentity, (identity) => {
    if (identity !== null) return access.identifyHostUser(identity)
    return Effect.catchTag(identifyByKey(access, request, null), "Unauthorized", (refused) =>
      Effect.flatMap(presentedIn(request, null), ({ key, token }) =>
        key !== null || token !== null ? Effect.fail(refused) : Effect.succeed(anonymous)))
  })

/**
 * Authenticates a read of what agendas show to everybody. Without `anonymousReads` it needs a credential; with it, as
 * `readAnyCaller`.
 */
export const readReader = (
  access: Context.Tag.Service<Access>,
  request: HttpServerRequest.HttpServerRequest
): Effect.Effect<Caller, CallerFailure> =>
  Effect.flatMap(CurrentSettings, ({ anonymousReads }) => anonymousReads ? readAnyCaller(access, request) : readCaller(access, request))
