import * as Schema from "effect/Schema"
import { LocationContent } from "../domain/agenda/Location.js"
import { ImageBody } from "./ImageBody.js"

/** Body that creates or replaces a location. */
export const LocationDraft = Schema.extend(
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
/** Body that creates or replaces a location. */
export type LocationDraft = typeof LocationDraft.Type

/** Body that changes fields of a location; other fields keep their values. */
export const LocationPatch = Schema.partialWith(
  Schema.Struct({
    ...LocationContent.fields,
    image: ImageBody,
    extIds: Schema.Array(Schema.Struct({ key: Schema.String, value: Schema.NullOr(Schema.String) }))
  }),
  { exact: true }
).annotations({
  identifier: "LocationPatch",
  description:
    "The fields to replace; absent fields keep their values. Null or an empty value clears an optional field. `extIds` merge by key: a null value removes one.",
  examples: [{ state: 1 }]
})
/** Body that changes fields of a location. */
export type LocationPatch = typeof LocationPatch.Type
