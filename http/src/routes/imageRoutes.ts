import { Images } from "@agenda-engine/core/services/Images"
import * as HttpApiBuilder from "@effect/platform/HttpApiBuilder"
import * as HttpRouter from "@effect/platform/HttpRouter"
import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import * as Effect from "effect/Effect"
import { CurrentRequest } from "../context/CurrentRequest.js"
import { readImageBox } from "../query/imageParameters.js"
import { answer, readOrRefuse } from "../response/answer.js"

/**
 * An image name is content-addressed, so it never changes. The headers prevent a browser from treating it as anything
 * but an image.
 */
const headers = {
  "content-type": "image/jpeg",
  "cache-control": "public, max-age=31536000, immutable",
  "x-content-type-options": "nosniff",
  "content-security-policy": "default-src 'none'; sandbox",
  "cross-origin-resource-policy": "cross-origin"
}

/** `/images/{name}`: renditions of stored images; with `w` and `h`, the image in that size. */
export const imageRoutes = HttpApiBuilder.Router.use((router) =>
  Effect.gen(function*() {
    const images = yield* Images
    yield* router.get(
      "/images/:name",
      answer(Effect.gen(function*() {
        const { name = "" } = yield* HttpRouter.params
        const box = yield* readOrRefuse(readImageBox((yield* CurrentRequest).query))
        return HttpServerResponse.uint8Array(yield* images.get(name, box), { headers, contentType: headers["content-type"] })
      }))
    )
  })
)

const none = HttpServerResponse.empty({ status: 204, headers: { "cache-control": "public, max-age=86400" } })

/** `/favicon.ico`: no icon, cacheable for a day, because browsers request it with every page. */
export const iconRoute = HttpApiBuilder.Router.use((router) => router.get("/favicon.ico", none))
