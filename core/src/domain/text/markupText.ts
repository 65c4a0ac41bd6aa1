import type { Json } from "./Json.js"

const entities: { readonly [char: string]: string } = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" }

/**
 * Escapes a text for HTML content and quoted attributes.
 *
 * @example
 * escapeHtml("<b>") // "&lt;b&gt;"
 */
export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (char) => entities[char] ?? char)

/** Escapes a text for HTML content, where its direction does not change that of the text around it. */
export const isolateHtml = (text: string): string => `<bdi>${escapeHtml(text)}</bdi>`

/**
 * JSON that is safe inside a `script` element: `<` is escaped, so it cannot end the element or open a comment.
 *
 * @example
 * scriptJson("</script>") // "\"\\u003c/script>\""
 */
export const scriptJson = (value: Json): string => JSON.stringify(value).replaceAll("<", "\\u003c")

/** Characters that no XML document may have (XML 1.0 §2.2). */
const forbidden = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu

/**
 * A text as XML can have it, not escaped yet: other characters become spaces.
 *
 * @example
 * xmlText("a\u0000b") // "a b"
 */
export const xmlText = (text: string): string => text.replaceAll(forbidden, " ")
