/** Any JSON value (RFC 8259). */
export type Json = null | boolean | number | string | ReadonlyArray<Json> | JsonObject

/** A JSON object, as in request and response bodies. */
export interface JsonObject {
  readonly [key: string]: Json
}

/** Whether a JSON value is an object, not an array or null. */
export const isJsonObject = (value: Json | undefined): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value)
