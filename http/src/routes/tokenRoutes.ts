import { Invalid, Unauthorized } from "@agenda-engine/core/domain/error/EngineError"
import { type Issue, issue } from "@agenda-engine/core/domain/error/Issue"
import type { Json } from "@agenda-engine/core/domain/text/Json"
import type { Access } from "@agenda-engine/core/services/Access"
import { unwrapBody } from "@agenda-engine/core/validation/value/unwrapBody"
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import type { ApiRequest } from "../request/ApiRequest.js"
import type { GroupHandlers } from "../request/Handle.js"
import { bodyOf, readRequestBody, type RequestBody } from "../request/readEntity.js"
import { json } from "../response/answer.js"
import type { Refusal } from "../response/Refusal.js"

const codeOf = (body: Json): Either.Either<Json | undefined, Invalid> =>
  Either.mapBoth(unwrapBody(body), { onLeft: (issues) => new Invalid({ subject: "data", issues }), onRight: ({ code }) => code })

const read = (entity: RequestBody): Effect.Effect<Json | undefined, Invalid | Refusal> => {
  const field = entity._tag === "Form" ? entity.form.fields.get("code") : undefined
  return field === undefined ? Effect.flatMap(bodyOf(entity), codeOf) : Effect.succeed(field)
}

const faultOf = (code: Json | undefined): Issue =>
  code === undefined || code === null || code === ""
    ? issue("required", "code", { message: "the secret key is required" })
    : issue("type.invalid", "code", { message: "the secret key is a string" })

/** The secret key in the body of a token request: JSON or a form; other members are ignored (wire.md §3). */
const readCode = (request: ApiRequest): Effect.Effect<string, Invalid | Refusal> =>
  readRequestBody(request, "anonymous").pipe(
    Effect.flatMap(read),
    Effect.flatMap((code) =>
      typeof code === "string" && code !== "" ? Effect.succeed(code) : new Invalid({ subject: "data", issues: [faultOf(code)] })
    )
  )

/** The routes of access tokens, by the names of the contract. */
export const tokenRoutes = ({ access }: { readonly access: Context.Tag.Service<Access> }) => ({
  requestAccessToken: Effect.fnUntraced(function*(request) {
    if (!request.sender.engineCredentials) return yield* new Unauthorized({ message: "access tokens are switched off here" })
    const token = yield* access.requestToken(yield* readCode(request))
    return json({ access_token: token.accessToken, expires_in: token.lifetime_seconds }, { "cache-control": "no-store" })
  })
} satisfies GroupHandlers<"token">)
