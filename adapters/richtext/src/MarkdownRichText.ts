import { RichText } from "@agenda-engine/core/ports/RichText"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

/**
 * `RichText` with CommonMark, the HTML Standard's parser and an allow-list sanitiser. The libraries load when the layer
 * is built, not on import, so that programs without descriptions start faster.
 */
export const layer: Layer.Layer<RichText> = Layer.effect(
  RichText,
  Effect.map(Effect.promise(() => import("./richText.js")), ({ richText }) => richText)
)
