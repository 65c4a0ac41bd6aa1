import type { ExtId } from "../domain/Event.js"
import type { SearchPlace } from "./SearchDocument.js"

/** A stored location. Instants in epoch milliseconds. */
export interface LocationRecord {
  readonly uid: number
  readonly agendaUid: number
  readonly setUid: number | null
  readonly slug: string
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
export interface LocationIndex {
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
  /** Folded name, address and city, concatenated: the text that `search` of the location list matches. */
  readonly search: string
  /**
   * The distinct folded words of its name and administrative levels: agenda search matches those of published events'
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
