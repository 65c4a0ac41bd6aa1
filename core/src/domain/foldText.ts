import { foldLetters } from "./foldLetters.js"

/**
 * Folds a text for comparison as a whole (wire.md §6): folds letters, collapses white space to single spaces and trims.
 * Idempotent.
 *
 * @example
 * foldText("  Œuvre   d'ÉTÉ ") // "oeuvre d'ete"
 */
export const foldText = (text: string): string => foldLetters(text).replace(/[^\S ]\s*| \s+/g, " ").trim()
