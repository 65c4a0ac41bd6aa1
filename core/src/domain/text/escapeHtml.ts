import type { Json } from "./Json.js"

const entities: { readonly [char: string]: string } = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" }

/**
 * Escapes a text for HTML content and quoted attributes.
 *
 * @example
 * escapeHtml("<b>") // "&lt;b&gt;"
 */
export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (char) => entities[char] ?? char)

/**
 * JSON that is safe inside a `script` element: `<` is escaped, so it cannot end the element or open a comment.
 *
 * @example
 * scriptJson("</script>") // "\"\\u003c/script>\""
 */
export const scriptJson = (value: Json): string => JSON.stringify(value).replaceAll("<", "\\u003c")
