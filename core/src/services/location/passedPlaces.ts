import { HeldBytes } from "../../domain/HeldBytes.js"
import type { LocationPlace } from "../../query/LocationPlan.js"

/** What all places take together, bytes: some ten thousand of them. */
const places_bytes_max = 2 * 1_024 * 1_024

/** What a place takes beside its name, bytes, about. */
const place_bytes = 200

/**
 * The places that cursors of locations were given for lately, by agenda and cursor. A cursor is an integer and has no room for the sort value of its
 * location, which is read from the location as long as that stands where it stood. When it was deleted or renamed, its place is found here.
 */
export const makePassedPlaces = () => {
  const places = new HeldBytes<LocationPlace>(places_bytes_max)
  const nameOf = (agendaUid: number, sort: string, cursor: number): string => `${agendaUid}/${sort}/${cursor}`
  return {
    find: (agendaUid: number, sort: string, cursor: number): LocationPlace | null => places.get(nameOf(agendaUid, sort, cursor)) ?? null,
    add: (agendaUid: number, sort: string, cursor: number, place: LocationPlace): void =>
      places.set(nameOf(agendaUid, sort, cursor), place, place_bytes + place.name.length * 2)
  }
}
