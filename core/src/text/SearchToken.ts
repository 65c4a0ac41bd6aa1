import type { StemLanguage } from "./StemLanguage.js"

/**
 * Tokens are the units that stores index and compare: words with a type prefix. They contain letters and digits of any
 * script and one `:`. Stores can therefore split at spaces, without escaping or folding.
 *
 * | token | meaning |
 * | --- | --- |
 * | `fr:concert` | a stem, in a text of that language |
 * | `sfr:le` | the stem of a stop word, in a text of that language |
 * | `w:koncert` | a folded word, in a text whose language has no stems |
 * | `p:concerts` | a folded word of any text except its stop words, for prefix search |
 *
 * Within one language equal words have equal stems, so comparing stems and plain words covers equal folded forms too.
 */
export const stemToken = (language: StemLanguage, stem: string): string => `${language}:${stem}`

/** The token of a stop word; only searches for stop words use it. */
export const stopToken = (language: StemLanguage, stem: string): string => `s${language}:${stem}`

/** The token of a word in a text whose language has no stems. */
export const plainToken = (folded: string): string => `w:${folded}`

/** The token for prefix search. */
export const prefixToken = (folded: string): string => `p:${folded}`

/** Separates texts, so that no phrase matches across two texts. */
export const boundary = "|"

/** Version of the tokenization rules; texts indexed under another version must be reindexed. */
export const token_rules = 2
