import { Invitations } from "@agenda-engine/core/services/Invitations"
import * as HttpApiBuilder from "@effect/platform/HttpApiBuilder"
import * as HttpServerRequest from "@effect/platform/HttpServerRequest"
import type * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import * as Effect from "effect/Effect"
import { CurrentRequest } from "../context/CurrentRequest.js"
import { readRequestBody } from "../request/readEntity.js"
import { answer } from "../response/answer.js"
import type { Failure } from "../response/respondFailure.js"
import { acceptedPage, confirmationPage, overPage, pageLanguage, unknownPage } from "./invitationPage.js"

const language = Effect.map(HttpServerRequest.HttpServerRequest, ({ headers }) => pageLanguage(headers["accept-language"] ?? ""))

/** Answers failures with HTML pages, because these routes are opened in a browser. */
const orPage = <R>(page: Effect.Effect<HttpServerResponse.HttpServerResponse, Failure, R>) =>
  page.pipe(
    Effect.catchTag("NotFound", () => Effect.map(language, unknownPage)),
    Effect.catchTag("Conflict", () => Effect.map(language, overPage))
  )

/**
 * `/invitation`, the link in mails. GET shows the invitation and changes nothing; POST of its form accepts it. The
 * token is the only credential; there is no cookie that another site could use.
 */
export const invitationRoutes = HttpApiBuilder.Router.use((router) =>
  Effect.gen(function*() {
    const invitations = yield* Invitations
    const show = Effect.gen(function*() {
      const { token } = (yield* CurrentRequest).query
      const named = typeof token === "string" ? token : ""
      return confirmationPage(yield* language, named, yield* invitations.open(named))
    })
    const accept = Effect.gen(function*() {
      const entity = yield* readRequestBody(yield* HttpServerRequest.HttpServerRequest, "anonymous")
      const fields = entity._tag === "Form" ? entity.form.fields : new Map<string, string>()
      return acceptedPage(yield* language, yield* invitations.accept(fields.get("token") ?? "", fields.get("name")))
    })
    yield* router.get("/invitation", answer(orPage(show)))
    yield* router.post("/invitation", answer(orPage(accept)))
  })
)
