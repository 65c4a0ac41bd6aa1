import * as Either from "effect/Either"
import { type Issue, issue } from "../../domain/error/Issue.js"
import { isJsonObject, type Json, type JsonObject } from "../../domain/text/Json.js"
import { parseJson } from "./parseJson.js"
import { fault, type ParseResult } from "./ParseResult.js"

/** `ignored` warnings for members besides `data` in a body: at most one more than `max`. */
export const besideData = (body: Json, max: number): ReadonlyArray<Issue> =>
  isJsonObject(body) && body.data !== undefined
    ? Object.keys(body).filter((member) => member !== "data").slice(0, max + 1).map((member) => issue("ignored", member))
    : []

/**
 * The fields of a body: at its root, or under `data` as an object or as JSON text (wire.md §2, Bodies). Fails with
 * `json.invalid` or `type.invalid`.
 */
export const unwrapBody = (body: Json): ParseResult<JsonObject> => {
  if (!isJsonObject(body)) return fault("json.invalid", "", { origin: body })
  const data = body.data
  if (data === undefined) return Either.right(body)
  const fields = typeof data === "string" ? Either.getOrElse(parseJson(data, "data"), () => null) : data
  if (isJsonObject(fields)) return Either.right(fields)
  return fault(typeof data === "string" ? "json.invalid" : "type.invalid", "data", { origin: data, message: "an object is expected" })
}
