import type { Answer } from "./World.js"

/** The key id in a history entry; it is random in each world. */
const drawn = /"key":"[\w-]{12}"/g

/**
 * What is left of an answer that may not differ between worlds; what was drawn is also in the tag of the answer that
 * holds it.
 */
export const comparable = ({ headers, status, text }: Answer) => {
  const { connection: _connection, date: _date, "keep-alive": _keepAlive, ...same } = headers
  const blanked = text.replaceAll(drawn, "")
  const etag = blanked === text ? same.etag : undefined
  return { status, headers: { ...same, etag }, text: blanked }
}
