import { anonymous, type Caller } from "@agenda-engine/core/domain/access/Credential"
import type { Forbidden, StoreError, Unauthorized } from "@agenda-engine/core/domain/error/EngineError"
import type { Access } from "@agenda-engine/core/services/Access"
import type * as HttpServerRequest from "@effect/platform/HttpServerRequest"
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import { CurrentRequest } from "../context/CurrentRequest.js"
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

const keyIn = (request: HttpServerRequest.HttpServerRequest, query: QueryTree): string | null =>
  text(request.headers["key"]) ?? queryText(query["key"])

/**
 * Authenticates a request (wire.md §3). `formToken` is an access token from a form, used when the headers contain none.
 */
export const readCaller = (
  access: Context.Tag.Service<Access>,
  request: HttpServerRequest.HttpServerRequest,
  formToken: string | null = null
): Effect.Effect<Caller, Unauthorized | Forbidden | StoreError> =>
  Effect.flatMap(CurrentRequest, ({ query }) =>
    access.identify({
      key: keyIn(request, query),
      token: readToken(request) ?? formToken
    }))

/**
 * Authenticates a request to a public route. A request without credentials is anonymous, unless a host's `Access`
 * identifies its caller otherwise.
 */
export const readAnyCaller = (
  access: Context.Tag.Service<Access>,
  request: HttpServerRequest.HttpServerRequest
): Effect.Effect<Caller, Unauthorized | Forbidden | StoreError> =>
  Effect.catchTag(
    readCaller(access, request),
    "Unauthorized",
    (refused) =>
      Effect.flatMap(
        CurrentRequest,
        ({ query }) => keyIn(request, query) !== null || readToken(request) !== null ? Effect.fail(refused) : Effect.succeed(anonymous)
      )
  )
