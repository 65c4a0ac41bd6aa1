import type { StemLanguage } from "./StemLanguage.js"

/**
 * Tokens are what stores index and compare: words marked with what they are. They hold letters and digits of any script and one `:`,
 * so a store keeps them apart at spaces and has nothing to escape or to fold.
 *
 * | token | is |
 * | --- | --- |
 * | `fr:concert` | a stem, in a text of that language |
 * | `sfr:le` | the stem of a stop word, in a text of that language |
 * | `w:koncert` | a folded word, in a text whose language has no stems |
 * | `p:concerts` | a folded word of any text but its stop words, kept to look for its beginning |
 *
 * Within one language equal words have equal stems, so stems and plain words answer "stems or folded forms are equal" for every text.
 */
export const stemToken = (language: StemLanguage, stem: string): string => `${language}:${stem}`

/** The token of a stop word of a text: only searches that ask for stop words look for it. */
export const stopToken = (language: StemLanguage, stem: string): string => `s${language}:${stem}`

/** The token of a word in a text whose language has no stems. */
export const plainToken = (folded: string): string => `w:${folded}`

/** The token by whose beginning a word is found. */
export const prefixToken = (folded: string): string => `p:${folded}`

/** Stands between texts, so that no phrase runs from one into the next. */
export const boundary = "|"

/** Names the rules that tokens are made by: texts indexed under another value are to be indexed again. */
export const token_rules = 2
