import { Unauthorized } from "@agenda-engine/core/domain/error/EngineError"
import type { Access } from "@agenda-engine/core/services/Access"
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type { GroupHandlers } from "../request/Handle.js"
import { readCode } from "../request/readCode.js"
import { json } from "../response/answer.js"

/** The routes of access tokens, by the names of the contract. */
export const tokenRoutes = ({ access }: { readonly access: Context.Tag.Service<Access> }) => ({
  requestAccessToken: Effect.fnUntraced(function*(request) {
    if (!request.sender.engineCredentials) return yield* new Unauthorized({ message: "access tokens are switched off here" })
    const token = yield* access.requestToken(yield* readCode(request))
    return json({ access_token: token.accessToken, expires_in: token.lifetime_seconds }, { "cache-control": "no-store" })
  })
} satisfies GroupHandlers<"token">)
