import { LocationAnswer } from "@agenda-engine/core/contract/LocationAnswer"
import * as Schema from "effect/Schema"
import { Warnings } from "./Problem.js"

/** A page of locations. */
export const LocationPage = Schema.Struct({
  success: Schema.Literal(true),
  total: Schema.Int,
  locations: Schema.Array(LocationAnswer),
  after: Schema.NullOr(Schema.Int).annotations({ description: "Pass as `after` for the next page; null on the last page." })
}).annotations({ identifier: "LocationPage" })

/** One location. */
export const OneLocation = Schema.Struct({
  success: Schema.Literal(true),
  location: LocationAnswer,
  warnings: Warnings
}).annotations({ identifier: "OneLocation" })
