import { countLongTexts } from "./countLongTexts.js"
import { encodedTexts } from "./textPlaces.js"

const kinds = new Set(["letters and a sign", "a chain of hyphens", "Han"])

// The long run has texts of every kind.
countLongTexts(encodedTexts.filter(({ kind }) => kinds.has(kind)))
