import anyAscii from "any-ascii"

/** Maximum characters of a slug made from a text; a suffix against collisions is added to it. */
export const slug_chars_max = 120

/**
 * A URL slug of a text: ASCII transliteration in lower case, words joined by dashes, truncated between words when
 * possible. Returns `fallback` when no letter or digit is left.
 *
 * @example
 * slugOf("Étincelles du Palais", "event") // "etincelles-du-palais"
 * slugOf("🎉", "event") // "event"
 */
export const slugOf = (text: string, fallback: string): string => {
  const words = anyAscii(text.normalize("NFC")).toLowerCase().match(/[a-z0-9]+/g)
  if (words === null) return fallback
  const slug = words.join("-")
  if (slug.length <= slug_chars_max) return slug
  const end = slug.lastIndexOf("-", slug_chars_max)
  return slug.slice(0, end > 0 ? end : slug_chars_max)
}
