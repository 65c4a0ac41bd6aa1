import * as Effect from "effect/Effect"
import sharp from "sharp"

/**
 * The PNG of a drawing (SVG) of the program's own. Never of a drawing that somebody else made: those may name other files, and are not taken
 * as pictures. A drawing that is none is a defect.
 */
export const drawPicture = (svg: string): Effect.Effect<Uint8Array> => Effect.promise(() => sharp(Buffer.from(svg)).png().toBuffer())
