/** A text in lower case without accents. */
export const plain = (text: string): string => text.normalize("NFD").replaceAll(/\p{M}/gu, "").toLowerCase().trim()

/** Whether every reading of "case and accents folded" reads a text the same: ASCII beside accents, no double spaces. */
export const isPlain = (text: string): boolean => /^[!-~]+( [!-~]+)*$/.test(plain(text))
