import * as Effect from "effect/Effect"
import sharp from "sharp"

/**
 * Renders a trusted SVG to PNG. Never use it for uploaded SVG, which may reference other files and is not accepted as
 * an image. Invalid SVG is a defect.
 */
export const drawPicture = (svg: string): Effect.Effect<Uint8Array> => Effect.promise(() => sharp(Buffer.from(svg)).png().toBuffer())
