import type { Issue } from "@agenda-engine/core/domain/error/Issue"
import { type ImageBox, imageFits } from "@agenda-engine/core/domain/media/ImageScaling"
import type { ChoiceParameter, Parameter } from "@agenda-engine/core/query/Parameter"
import * as Either from "effect/Either"
import { ParameterReader } from "./ParameterReader.js"
import type { QueryTree } from "./parseQueryString.js"

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
export const readImageBox = (tree: QueryTree): Either.Either<ImageBox, ReadonlyArray<Issue>> => {
  const reader = new ParameterReader(tree, 0)
  const box = {
    width: reader.oneInteger(imageParameters.w) ?? null,
    height: reader.oneInteger(imageParameters.h) ?? null,
    fit: reader.choice(imageParameters.fit) ?? "inside"
  }
  return reader.issues.length === 0 ? Either.right(box) : Either.left(reader.issues)
}
