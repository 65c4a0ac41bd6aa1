import type { Invitations } from "@agenda-engine/core/services/Invitations"
import type * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type { ApiRequest } from "../request/ApiRequest.js"
import type { Handle, PlainHandlers } from "../request/Handle.js"
import { readRequestBody } from "../request/readEntity.js"
import type { Failure } from "../response/respondFailure.js"
import { acceptedPage, confirmationPage, overPage, pageLanguage, unknownPage } from "./invitationPage.js"

const languageOf = ({ headers }: ApiRequest) => pageLanguage(headers["accept-language"] ?? "")

/** Answers failures with HTML pages, because these routes are opened in a browser. */
const orPage = (handle: (request: ApiRequest) => Effect.Effect<HttpServerResponse.HttpServerResponse, Failure>): Handle => (request) =>
  handle(request).pipe(
    Effect.catchTag("NotFound", () => Effect.succeed(unknownPage(languageOf(request)))),
    Effect.catchTag("Conflict", () => Effect.succeed(overPage(languageOf(request))))
  )

/**
 * `/invitation`, the link in mails. GET shows the invitation and changes nothing; POST of its form accepts it. The
 * token is the only credential; there is no cookie that another site could use.
 */
export const invitationRoutes = (invitations: Context.Tag.Service<Invitations>) => {
  const show: Handle = (request) => {
    const { token } = request.query
    const named = typeof token === "string" ? token : ""
    return Effect.map(invitations.open(named), (open) => confirmationPage(languageOf(request), named, open))
  }
  const accept: Handle = Effect.fnUntraced(function*(request) {
    const entity = yield* readRequestBody(request, "anonymous")
    const fields = entity._tag === "Form" ? entity.form.fields : new Map<string, string>()
    return acceptedPage(languageOf(request), yield* invitations.accept(fields.get("token") ?? "", fields.get("name")))
  })
  return { showInvitation: orPage(show), acceptInvitation: orPage(accept) } satisfies Partial<PlainHandlers>
}
