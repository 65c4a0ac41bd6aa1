/** Any value that JSON can carry (RFC 8259). */
export type Json = null | boolean | number | string | ReadonlyArray<Json> | JsonObject

/** A JSON object: what request bodies and answers are made of. */
export interface JsonObject {
  readonly [key: string]: Json
}

/** Whether a JSON value is an object (and neither a list nor null). */
export const isJsonObject = (value: Json | undefined): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value)
