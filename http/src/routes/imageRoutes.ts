import type { Images } from "@agenda-engine/core/services/Images"
import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import { readImageBox } from "../query/imageParameters.js"
import type { PlainHandlers } from "../request/Handle.js"
import { readOrRefuse } from "../response/answer.js"

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

const noIcon = HttpServerResponse.empty({ status: 204, headers: { "cache-control": "public, max-age=86400" } })

/**
 * `/images/{name}`: renditions of stored images; with `w` and `h`, the image in that size. `/favicon.ico`: no icon,
 * cacheable for a day, because browsers request it with every page.
 */
export const imageRoutes = (images: Context.Tag.Service<Images>) => ({
  image: Effect.fnUntraced(function*({ params: { name = "" }, query }) {
    const box = yield* readOrRefuse(readImageBox(query))
    return HttpServerResponse.uint8Array(yield* images.get(name, box), { headers, contentType: headers["content-type"] })
  }),
  icon: () => Effect.succeed(noIcon)
} satisfies Partial<PlainHandlers>)
