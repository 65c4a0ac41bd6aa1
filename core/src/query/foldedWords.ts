/** The words of a folded text, in order: its runs of letters and digits. What agenda searches compare titles by. */
export const foldedWords = (folded: string): ReadonlyArray<string> => folded.match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
