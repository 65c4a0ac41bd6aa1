import * as Schema from "effect/Schema"
import { ExtId } from "../event/Event.js"
import { AgendaUid, LocationUid } from "../identity/Uid.js"
import { Image } from "../media/Image.js"
import { MultilingualText } from "../text/MultilingualText.js"

/** The administrative levels of an address, from the largest (1 region) to the smallest (6 district). */
export const adminLevels = ["adminLevel1", "adminLevel2", "adminLevel3", "adminLevel4", "adminLevel5", "adminLevel6"] as const

const text = Schema.NullOr(Schema.String)

/** The editable content of a location (wire.md §5, Locations). */
export const LocationContent = Schema.Struct({
  name: Schema.String,
  address: Schema.String,
  access: MultilingualText,
  description: MultilingualText,
  /** A string is the URL of an external image: imported, or written before the engine stored images. */
  image: Schema.NullOr(Schema.Union(Image, Schema.String)),
  imageCredits: text,
  adminLevel1: text,
  adminLevel2: text,
  adminLevel3: text,
  adminLevel4: text,
  adminLevel5: text,
  adminLevel6: text,
  postalCode: text,
  insee: text,
  /** ISO 3166-1 alpha-2, upper case. */
  countryCode: Schema.String,
  latitude: Schema.NullOr(Schema.Number),
  longitude: Schema.NullOr(Schema.Number),
  timezone: text,
  website: text,
  email: text,
  phone: text,
  links: Schema.Array(Schema.String),
  /** 0 unverified, 1 verified. */
  state: Schema.Literal(0, 1),
  extIds: Schema.Array(ExtId)
}).annotations({ identifier: "LocationContent" })
/** The editable content of a location. */
export type LocationContent = typeof LocationContent.Type

/**
 * What the geocoder has done for a location. `pending`: its address waits to be looked up. `found`: its coordinates are
 * those of the geocoder. `none`: the geocoder knows no coordinates of the address.
 */
export const Geocoding = Schema.Literal("pending", "found", "none")
/** What the geocoder has done for a location. */
export type Geocoding = typeof Geocoding.Type

/** A venue of events. Instants in epoch milliseconds. */
export const Location = Schema.Struct({
  uid: LocationUid,
  /** The agenda that created the location. */
  agendaUid: AgendaUid,
  /** The location set that shares the location; null when its agenda uses none. */
  setUid: Schema.NullOr(Schema.Int),
  slug: Schema.String,
  createdAt: Schema.Int,
  updatedAt: Schema.Int,
  /** Null when no geocoder has to do with the location, such as when a write gave its coordinates. */
  geocoding: Schema.optionalWith(Schema.NullOr(Geocoding), { default: () => null }),
  /** Whether `timezone` comes from the coordinates, because no write named one. */
  timezoneFound: Schema.optionalWith(Schema.Boolean, { default: () => false }),
  ...LocationContent.fields
}).annotations({ identifier: "Location" })
/** A venue of events. */
export type Location = typeof Location.Type
