import anyAscii from "any-ascii"

/** Characters of a slug made from a text at most; a suffix against collisions comes on top. */
export const slug_chars_max = 120

/**
 * A text as part of a URL: transliterated to ASCII, lower case, words joined by dashes, cut between words where that is possible.
 * `fallback` is the answer when no letter or digit is left.
 *
 * @example
 * slugOf("Étincelles du Palais", "event") // "etincelles-du-palais"
 * slugOf("🎉", "event")
 */
export const slugOf = (text: string, fallback: string): string => {
  const words = anyAscii(text.normalize("NFC")).toLowerCase().match(/[a-z0-9]+/g)
  if (words === null) return fallback
  const slug = words.join("-")
  if (slug.length <= slug_chars_max) return slug
  const end = slug.lastIndexOf("-", slug_chars_max)
  return slug.slice(0, end > 0 ? end : slug_chars_max)
}
