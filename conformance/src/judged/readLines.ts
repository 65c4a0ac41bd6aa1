import * as Schema from "effect/Schema"
import { readFileSync } from "node:fs"

/** The values in a file of this folder with one JSON value a line. Throws when a line does not fit the schema. */
export const readLines = <A, I>(schema: Schema.Schema<A, I>, name: "documents" | "places" | "queries"): ReadonlyArray<A> => {
  // The built module is as deep in the package as this one.
  const text = readFileSync(new URL(`../../src/judged/${name}.ndjson`, import.meta.url), "utf8")
  const decode = Schema.decodeUnknownSync(Schema.parseJson(schema))
  return text.trimEnd().split("\n").map((line) => decode(line))
}
