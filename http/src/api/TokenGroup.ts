import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as OpenApi from "@effect/platform/OpenApi"
import * as Schema from "effect/Schema"
import { BadRequest, TooLarge, Unauthorized, Unavailable, Unsupported } from "./Problem.js"

const TokenBody = Schema.Struct({
  code: Schema.String.annotations({ description: "The secret key." }),
  grant_type: Schema.optionalWith(Schema.String, { exact: true })
}).annotations({ identifier: "TokenRequest", description: "JSON or a form." })

const TokenAnswer = Schema.Struct({
  access_token: Schema.String.annotations({ description: "Send it as header `access-token` or `Authorization: Bearer`." }),
  expires_in: Schema.Int.annotations({ description: "Seconds." })
}).annotations({ identifier: "Token" })

/** Route that exchanges a secret key for an access token (service.md, Authentication). */
export class TokenGroup extends HttpApiGroup.make("token").add(
  HttpApiEndpoint.post("requestAccessToken", "/requestAccessToken")
    .setPayload(TokenBody)
    .addSuccess(TokenAnswer)
    .addError(BadRequest)
    .addError(Unauthorized)
    .addError(TooLarge)
    .addError(Unsupported)
    .addError(Unavailable)
    .annotate(OpenApi.Summary, "Request an access token with a secret key")
    .annotate(OpenApi.Description, "Requires only the secret key in its body; other credentials are ignored.")
).annotateContext(OpenApi.annotations({ title: "Access token" })) {}
