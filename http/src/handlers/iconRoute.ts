import * as HttpApiBuilder from "@effect/platform/HttpApiBuilder"
import * as HttpServerResponse from "@effect/platform/HttpServerResponse"

const none = HttpServerResponse.empty({ status: 204, headers: { "cache-control": "public, max-age=86400" } })

/** `/favicon.ico`, which browsers ask for beside every page: there is none, and they need not ask again for a day. */
export const iconRoute = HttpApiBuilder.Router.use((router) => router.get("/favicon.ico", none))
