import * as Either from "effect/Either"
import { isJsonObject, type Json, type JsonObject } from "../domain/Json.js"
import { parseJson } from "../domain/parseJson.js"
import { fault, type FieldReading } from "./FieldReading.js"

/** The fields that a body holds: at its root, or under `data` as an object or as JSON text (wire.md §2, Bodies). */
export const unwrapBody = (body: Json): FieldReading<JsonObject> => {
  if (!isJsonObject(body)) return fault("json.invalid", "", { origin: body })
  const data = body.data
  if (data === undefined) return Either.right(body)
  const fields = typeof data === "string" ? Either.getOrElse(parseJson(data, "data"), () => null) : data
  if (isJsonObject(fields)) return Either.right(fields)
  return fault(typeof data === "string" ? "json.invalid" : "type.invalid", "data", { origin: data, message: "an object is expected" })
}
