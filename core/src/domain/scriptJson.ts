import type { Json } from "./Json.js"

/**
 * JSON that may stand in a `script` element as it is: no `<` in it can end the element or begin a comment. It means the same.
 *
 * @example
 * scriptJson("</script>") // "\"\\u003c/script>\""
 */
export const scriptJson = (value: Json): string => JSON.stringify(value).replaceAll("<", "\\u003c")
