import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { Location } from "../../domain/agenda/Location.js"
import { StoreError } from "../../domain/error/EngineError.js"
import { LocationDetail, type LocationRecord } from "../../record/LocationRecord.js"

const decodeDetail = Schema.decodeUnknown(Schema.parseJson(LocationDetail))
const decodeLocation = Schema.decodeUnknown(Location)

/** Decodes a stored location. A record that cannot be decoded fails with `Corrupt`. */
export const locationOf = (record: LocationRecord): Effect.Effect<Location, StoreError> =>
  decodeDetail(record.detail).pipe(
    Effect.flatMap((detail) => decodeLocation({ ...record, ...detail })),
    Effect.mapError((cause) => new StoreError({ reason: "Corrupt", operation: "Locations.decode", cause }))
  )

/** Encodes a location as a record. */
export const recordOf = (location: Location): LocationRecord => {
  const { access, description, email, extIds, geocoding, image, imageCredits, insee, links, phone, timezoneFound, website, ...rest } =
    location
  const detail: LocationDetail = {
    access,
    description,
    image,
    imageCredits,
    insee,
    website,
    email,
    phone,
    links,
    extIds,
    ...(geocoding === null ? {} : { geocoding }),
    ...(timezoneFound ? { timezoneFound } : {})
  }
  return { ...rest, detail: JSON.stringify(detail) }
}
