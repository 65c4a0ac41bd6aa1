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
  /** JSON text: everything else of `LocationContent`, external ids included. */
  readonly detail: string
}

/** What a store indexes of a location: the same texts folded (`foldText`), so that filters compare them whole and lists are ordered by them. */
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
  /** Name, address and city folded, in one text: what the `search` of the location list looks in. */
  readonly search: string
  /** The words of its name and of its administrative levels, folded, each once: an agenda is found by those of its published events' locations. */
  readonly words: ReadonlyArray<string>
  /** What a search of events finds of it. */
  readonly place: SearchPlace
  /** What it is found by besides its uid, each once. */
  readonly extIds: ReadonlyArray<ExtId>
}

/** How a location is named: an external id names one of the agenda that asks or of its location set. */
export type LocationRef =
  | { readonly _tag: "Uid"; readonly uid: number }
  | { readonly _tag: "ExtId"; readonly key: string; readonly value: string }
