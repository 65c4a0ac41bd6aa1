import * as HttpApiBuilder from "@effect/platform/HttpApiBuilder"
import * as HttpServerResponse from "@effect/platform/HttpServerResponse"

const none = HttpServerResponse.empty({ status: 204, headers: { "cache-control": "public, max-age=86400" } })

/** `/favicon.ico`: no icon, cacheable for a day, because browsers request it with every page. */
export const iconRoute = HttpApiBuilder.Router.use((router) => router.get("/favicon.ico", none))
