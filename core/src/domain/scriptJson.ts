import type { Json } from "./Json.js"

/**
 * JSON that is safe inside a `script` element: `<` is escaped, so it cannot end the element or open a comment.
 *
 * @example
 * scriptJson("</script>") // "\"\\u003c/script>\""
 */
export const scriptJson = (value: Json): string => JSON.stringify(value).replaceAll("<", "\\u003c")
