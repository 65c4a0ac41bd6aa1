import { Geocoding, LocationContent } from "@agenda-engine/core/domain/agenda/Location"
import * as Schema from "effect/Schema"
import { Instant } from "./AgendaAnswers.js"
import { ImageBody } from "./ImageBody.js"
import { Warnings } from "./Problem.js"

const text = Schema.NullOr(Schema.String)

/** A location in responses (wire.md §5, Locations). */
export const LocationAnswer = Schema.Struct({
  uid: Schema.Int,
  slug: Schema.String,
  setUid: Schema.NullOr(Schema.Int),
  ...LocationContent.fields,
  region: text.annotations({ description: "`adminLevel1`" }),
  department: text.annotations({ description: "`adminLevel2`" }),
  city: text.annotations({ description: "`adminLevel4`" }),
  district: text.annotations({ description: "`adminLevel6`" }),
  extId: text.annotations({ description: "The value of the first of `extIds`." }),
  createdAt: Instant,
  updatedAt: Instant,
  country: Schema.optionalWith(
    Schema.Record({ key: Schema.String, value: Schema.String }).annotations({
      description: "Its code, and its name by language. In lists with `detailed=1`."
    }),
    { exact: true }
  ),
  geocoding: Schema.optionalWith(
    Schema.Literal(...Geocoding.literals, "off").annotations({
      description: "`pending`: the geocoder will look up the address. `found`: the coordinates are those of the geocoder. `none`: " +
        "it does not know the address. `off`: the coordinates are those of a write, or there is no geocoder. In lists with `detailed=1`."
    }),
    { exact: true }
  )
}).annotations({ identifier: "Location" })

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

/** Body that creates or replaces a location. */
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

/** Body that changes fields of a location; other fields keep their values. */
export const LocationPatch = Schema.partialWith(LocationBody, { exact: true }).annotations({
  identifier: "LocationPatch",
  description:
    "The fields to replace; absent fields keep their values. Null or an empty value clears an optional field. `extIds` merge by key: a null value removes one.",
  examples: [{ state: 1 }]
})
