import * as Schema from "effect/Schema"
import { Geocoding, LocationContent } from "../domain/agenda/Location.js"
import { Instant } from "./Instant.js"

const text = Schema.NullOr(Schema.String)

const members = {
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
  updatedAt: Instant
}

/** The location in the detailed form of an event. */
export const EventLocation = Schema.Struct(members)

/** The location in the list item of an event (wire.md §5). */
export const PlaceAnswer = Schema.Struct({
  name: Schema.String,
  address: Schema.String,
  city: text,
  latitude: members.latitude,
  longitude: members.longitude
})

/** A location in responses (wire.md §5, Locations). */
export const LocationAnswer = Schema.Struct({
  ...members,
  country: Schema.optionalWith(
    Schema.Record({ key: Schema.String, value: Schema.String }).annotations({
      description: "The code of the country, and its name by language. Lists have it with `detailed=1`."
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
/** A location in responses. */
export type LocationAnswer = typeof LocationAnswer.Type
