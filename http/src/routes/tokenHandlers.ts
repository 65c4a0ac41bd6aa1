import { Unauthorized } from "@agenda-engine/core/domain/error/EngineError"
import { Access } from "@agenda-engine/core/services/Access"
import * as HttpApiBuilder from "@effect/platform/HttpApiBuilder"
import * as Effect from "effect/Effect"
import { Api } from "../api/Api.js"
import { CurrentSender } from "../identity/CurrentSender.js"
import { readCode } from "../request/readCode.js"
import { answer, json } from "../response/answer.js"

/** Handler of `requestAccessToken`. */
export const tokenHandlers = HttpApiBuilder.group(
  Api,
  "token",
  (handlers) =>
    Effect.map(Access, (access) =>
      handlers.handleRaw("requestAccessToken", ({ request }) =>
        answer(Effect.gen(function*() {
          if (!(yield* CurrentSender).engineCredentials) return yield* new Unauthorized({ message: "access tokens are switched off here" })
          const token = yield* access.requestToken(yield* readCode(request))
          return json({ access_token: token.accessToken, expires_in: token.lifetime_seconds }, { "cache-control": "no-store" })
        }))))
)
