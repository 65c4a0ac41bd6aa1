import * as Schema from "effect/Schema"
import { readFileSync } from "node:fs"

const Line = Schema.parseJson(Schema.Struct({ id: Schema.String, cause: Schema.String }))

/** The mistake that usually fails each case, by id. */
export const usualCauses: ReadonlyMap<string, string> = new Map(
  // The built module is as deep in the package as this one.
  readFileSync(new URL("../../src/report/usualCauses.ndjson", import.meta.url), "utf8")
    .trimEnd()
    .split("\n")
    .map((line) => Schema.decodeUnknownSync(Line)(line))
    .map(({ cause, id }) => [id, cause])
)
