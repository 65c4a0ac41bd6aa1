import * as Schema from "effect/Schema"
import { Geocoding } from "../domain/agenda/Location.js"
import { ExtId } from "../domain/event/Event.js"
import { Image } from "../domain/media/Image.js"
import { MultilingualText } from "../domain/text/MultilingualText.js"
import type { SearchPlace } from "./SearchDocument.js"

interface LocationTexts {
  readonly name: string
  readonly address: string
  readonly adminLevel1: string | null
  readonly adminLevel2: string | null
  readonly adminLevel3: string | null
  readonly adminLevel4: string | null
  readonly adminLevel5: string | null
  readonly adminLevel6: string | null
  readonly postalCode: string | null
  readonly countryCode: string
}

/** A stored location. Instants in epoch milliseconds. */
export interface LocationRecord extends LocationTexts {
  readonly uid: number
  readonly agendaUid: number
  readonly setUid: number | null
  readonly slug: string
  readonly latitude: number | null
  readonly longitude: number | null
  readonly timezone: string | null
  readonly state: number
  readonly createdAt: number
  readonly updatedAt: number
  /** JSON text (`LocationDetail`): the rest of `LocationContent`, external ids included. */
  readonly detail: string
}

/** The index data of a location: its texts folded (`foldText`), for filters on whole values and for sorting. */
export interface LocationIndex extends LocationTexts {
  /** Folded name, address and city, and their keys: the text that `search` of the location list matches. */
  readonly search: string
  /**
   * The keys of its name and administrative levels (`wordKeys`): agenda search matches those of published events'
   * locations.
   */
  readonly words: ReadonlyArray<string>
  /** The part of the event search index that comes from the location. */
  readonly place: SearchPlace
  /** Its distinct external ids, for look-ups. */
  readonly extIds: ReadonlyArray<ExtId>
}

/** A reference to a location. An external id refers to a location of the requested agenda or of its location set. */
export type LocationRef =
  | { readonly _tag: "Uid"; readonly uid: number }
  | { readonly _tag: "ExtId"; readonly key: string; readonly value: string }

/** A stored location set, which agendas share. Instants in epoch milliseconds. */
export interface LocationSetRecord {
  readonly uid: number
  readonly title: string
  readonly createdAt: number
  readonly updatedAt: number
}

const text = Schema.NullOr(Schema.String)

/** The JSON in `LocationRecord.detail`. */
export const LocationDetail = Schema.Struct({
  access: MultilingualText,
  description: MultilingualText,
  image: Schema.NullOr(Schema.Union(Image, Schema.String)),
  imageCredits: text,
  insee: text,
  website: text,
  email: text,
  phone: text,
  links: Schema.Array(Schema.String),
  extIds: Schema.Array(ExtId),
  /** As in `Location`; absent for null. */
  geocoding: Schema.optionalWith(Geocoding, { exact: true }),
  /** As in `Location`; absent for false. */
  timezoneFound: Schema.optionalWith(Schema.Boolean, { exact: true })
})
/** The JSON in `LocationRecord.detail`. */
export type LocationDetail = typeof LocationDetail.Type
