import { LocationContent } from "@agenda-engine/core/domain/Location"
import * as Schema from "effect/Schema"
import { Instant } from "./AgendaAnswers.js"
import { ImageBody } from "./ImageBody.js"
import { Warnings } from "./Warnings.js"

const text = Schema.NullOr(Schema.String)

/** A location as answers show it (wire.md §5, Locations). */
export const LocationAnswer = Schema.Struct({
  uid: Schema.Int,
  slug: Schema.String,
  setUid: Schema.NullOr(Schema.Int),
  ...LocationContent.fields,
  region: text.annotations({ description: "`adminLevel1`" }),
  department: text.annotations({ description: "`adminLevel2`" }),
  city: text.annotations({ description: "`adminLevel4`" }),
  district: text.annotations({ description: "`adminLevel6`" }),
  createdAt: Instant,
  updatedAt: Instant,
  country: Schema.optionalWith(
    Schema.Record({ key: Schema.String, value: Schema.String }).annotations({
      description: "Its code, and its name by language. In lists with `detailed=1`."
    }),
    { exact: true }
  )
}).annotations({ identifier: "Location" })

/** A page of locations. */
export const LocationPage = Schema.Struct({
  success: Schema.Literal(true),
  total: Schema.Int,
  locations: Schema.Array(LocationAnswer),
  after: Schema.NullOr(Schema.Int).annotations({ description: "Pass as `after` for the next page; null when nothing is left." })
}).annotations({ identifier: "LocationPage" })

/** One location. */
export const OneLocation = Schema.Struct({
  success: Schema.Literal(true),
  location: LocationAnswer,
  warnings: Warnings
}).annotations({ identifier: "OneLocation" })

/** What a location is made from, or replaced by. */
export const LocationBody = Schema.extend(
  Schema.partialWith(
    Schema.Struct({ ...LocationContent.omit("name", "address", "countryCode", "image").fields, image: ImageBody }),
    { exact: true }
  ),
  LocationContent.pick("name", "address", "countryCode")
).annotations({
  identifier: "LocationBody",
  description: "The fields at the root or under `data`; also as the field `data` of a form.",
  examples: [{ name: "Public library", address: "1 rue des Arts, Quimper", countryCode: "FR", latitude: 47.99, longitude: -4.1 }]
})

/** The fields of a location to replace; the others stay. */
export const LocationPatch = Schema.partialWith(LocationBody, { exact: true }).annotations({
  identifier: "LocationPatch",
  description:
    "The fields to replace, each whole; those absent stay. Null or empty empties an optional field. `extIds` merge by key: a null value takes one away.",
  examples: [{ state: 1 }]
})
