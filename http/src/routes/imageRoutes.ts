import type { Issue } from "@agenda-engine/core/domain/error/Issue"
import { type ImageBox, imageFits } from "@agenda-engine/core/domain/media/ImageScaling"
import type { ChoiceParameter, Parameter } from "@agenda-engine/core/query/Parameter"
import type { Images } from "@agenda-engine/core/services/Images"
import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import { ParameterReader } from "../query/ParameterReader.js"
import type { QueryTree } from "../query/parseQueryString.js"
import type { PlainHandlers } from "../request/Handle.js"
import { readOrRefuse } from "../response/answer.js"

/** Larger than the longest side of any image. */
const pixels_max = 100_000

const side = { kind: "integer", aliases: [], min: 1, max: pixels_max, many: false, absent: null } as const

const fit: ChoiceParameter<ImageBox["fit"]> = {
  kind: "choice",
  name: "fit",
  aliases: [],
  many: false,
  options: imageFits.map((word) => [word, word] as const),
  description: "Whether the whole image is shown inside the box, or covers it and is cropped.",
  absent: "inside",
  example: "cover"
}

const imageParameters = {
  w: { ...side, name: "w", description: "Width in pixels.", example: "640" },
  h: { ...side, name: "h", description: "Height in pixels.", example: "360" },
  fit
} as const satisfies Record<string, Parameter>

/** Parses the box in which an image is asked for; fails with all issues of the query string. */
const readImageBox = (tree: QueryTree): Either.Either<ImageBox, ReadonlyArray<Issue>> => {
  const reader = new ParameterReader(tree, 0)
  const box = {
    width: reader.oneInteger(imageParameters.w) ?? null,
    height: reader.oneInteger(imageParameters.h) ?? null,
    fit: reader.choice(imageParameters.fit) ?? "inside"
  }
  return reader.issues.length === 0 ? Either.right(box) : Either.left(reader.issues)
}

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
