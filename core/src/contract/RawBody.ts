import type { Json, JsonObject } from "../domain/text/Json.js"

/**
 * A body whose type is not known, such as that of a request. A service reads it like any other body, and refuses it
 * with every fault.
 */
export class RawBody {
  // A public member would be a member that every draft may have, too.
  readonly #json: Json

  constructor(json: Json) {
    this.#json = json
  }

  /** The JSON of a body; undefined for a typed draft or patch. */
  static jsonOf(body: object): Json | undefined {
    return body instanceof RawBody ? body.#json : undefined
  }
}

/**
 * Passes JSON to a service that takes a typed body.
 *
 * @example
 * events.create(authorization, rawBody(JSON.parse(text)))
 */
export const rawBody = (json: Json): RawBody => new RawBody(json)

// What a caller types as a draft is what the caller would send as JSON.
const isDraft = (body: object): body is JsonObject => !Array.isArray(body)

/** The JSON of a body: of a typed draft or patch itself. */
export const jsonOf = (body: object): Json => {
  const json = RawBody.jsonOf(body)
  if (json !== undefined) return json
  return isDraft(body) ? body : null
}
