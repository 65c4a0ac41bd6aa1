import type { Caller } from "@agenda-engine/core/domain/access/Credential"
import type { Forbidden, StoreError, Unauthorized } from "@agenda-engine/core/domain/error/EngineError"
import type { Access } from "@agenda-engine/core/services/Access"
import type * as HttpServerRequest from "@effect/platform/HttpServerRequest"
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import { CurrentRequest } from "../context/CurrentRequest.js"
import type { QueryValue } from "../query/parseQueryString.js"

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
      key: text(request.headers["key"]) ?? queryText(query["key"]),
      token: readToken(request) ?? formToken
    }))
