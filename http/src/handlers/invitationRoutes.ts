import { Invitations } from "@agenda-engine/core/services/Invitations"
import * as HttpApiBuilder from "@effect/platform/HttpApiBuilder"
import * as HttpServerRequest from "@effect/platform/HttpServerRequest"
import type * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import * as Effect from "effect/Effect"
import { CurrentRequest } from "../front/CurrentRequest.js"
import { readEntity } from "../request/readEntity.js"
import { answer } from "../response/answer.js"
import type { Failure } from "../response/respondFailure.js"
import { acceptedPage, confirmationPage, overPage, pageLanguage, unknownPage } from "./invitationPage.js"

const language = Effect.map(HttpServerRequest.HttpServerRequest, ({ headers }) => pageLanguage(headers["accept-language"] ?? ""))

/** The pages in the place of failures: who follows a link of a mail reads no JSON. */
const orPage = <R>(page: Effect.Effect<HttpServerResponse.HttpServerResponse, Failure, R>) =>
  page.pipe(
    Effect.catchTag("NotFound", () => Effect.map(language, unknownPage)),
    Effect.catchTag("Conflict", () => Effect.map(language, overPage))
  )

/**
 * `/invitation`, which links in mails lead to. GET shows what one is invited to and changes nothing, POST of its form accepts. The token is the
 * credential: there is none other, and no cookie that a foreign page could make use of.
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
      const entity = yield* readEntity(yield* HttpServerRequest.HttpServerRequest, "anonymous")
      const fields = entity._tag === "Form" ? entity.form.fields : new Map<string, string>()
      return acceptedPage(yield* language, yield* invitations.accept(fields.get("token") ?? "", fields.get("name")))
    })
    yield* router.get("/invitation", answer(orPage(show)))
    yield* router.post("/invitation", answer(orPage(accept)))
  })
)
