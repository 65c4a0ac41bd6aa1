import * as Schema from "effect/Schema"
import { readFileSync } from "node:fs"

const Package = Schema.parseJson(Schema.Struct({ version: Schema.String }))

/** The version in the package.json of this package. */
export const version: string =
  Schema.decodeUnknownSync(Package)(readFileSync(new URL("../../package.json", import.meta.url), "utf8")).version
