/** A text made of a pattern, of at most so many UTF-16 units. */
const repeating = (pattern: string, end = "") => (length: number): string =>
  pattern.repeat(Math.floor((length - end.length) / pattern.length)) + end

/** Texts that take long to read where work is not linear, by kind. */
export const longTexts: ReadonlyArray<readonly [kind: string, textOf: (length: number) => string]> = [
  ["letters", repeating("a")],
  ["letters and a sign", repeating("a", "!")],
  ["accented letters", repeating("é")],
  ["digits", repeating("1")],
  ["digits and letters", repeating("1a")],
  ["numbers in groups", repeating("100 ")],
  ["hyphens", repeating("-")],
  ["a chain of hyphens", repeating("a-")],
  ["a chain of longer words", repeating("ab-cd ")],
  ["a chain of slashes", repeating("a/b/")],
  ["a chain of dots", repeating("a.")],
  ["a chain of dots and a word", repeating("a.", "abc")],
  ["a chain of commas", repeating("a,")],
  ["apostrophes", repeating("'")],
  ["a chain of apostrophes", repeating("l'")],
  ["a chain of other apostrophes", repeating("lʼ")],
  ["quotes", repeating('"')],
  ["quoted words", repeating('a""')],
  ["marks", (length) => `a${"\u0301".repeat(length - 1)}`],
  ["marks of two classes", (length) => `a${"\u0301\u0327".repeat(length / 2 - 1)}`],
  ["marks in reverse order", (length) => `a${"\u0301".repeat(length / 2)}${"\u0327".repeat(length / 2 - 1)}`],
  ["marks after each letter", repeating("a\u0301\u0327")],
  ["joiners", repeating("\u200d")],
  ["letters with joiners", repeating("a\u200d")],
  ["letters with non-joiners", repeating("ب\u200c")],
  ["tatweel", repeating("ـ")],
  ["soft hyphens", repeating("a\u00ad")],
  ["Han", repeating("住")],
  ["Han with spaces", repeating("住 ")],
  ["Han and Latin", repeating("住a")],
  ["Thai", repeating("ที่")],
  ["half-width katakana", repeating("ｶﾞ")],
  ["emoji", repeating("🎉")],
  ["spaces", repeating(" ")],
  ["line ends", repeating("\n")],
  ["a word again and again", repeating("a ")],
  ["a compound again and again", repeating("a-b ")],
  ["a city and its districts", repeating("paris 11 ")],
  ["many words", (length) => Array.from({ length: length / 6 }, (_, index) => `a${index % 10_000}`).join(" ")],
  [
    "many compounds",
    (length) =>
      Array.from(
        { length: length / 8 },
        (_, index) => `a${"bcdefghijk"[index % 10] ?? ""}-b${"acdefghijk"[Math.floor(index / 10) % 10] ?? ""}`
      ).join(" ")
  ]
]
