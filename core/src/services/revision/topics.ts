import type { AgendaRecord } from "../../record/AgendaRecord.js"
import type { LocationRecord } from "../../record/LocationRecord.js"

/** The topic of an agenda and all that is kept of it alone: its events, locations and members. */
export const agendaTopic = (uid: number): string => `agenda:${uid}`

/** The topic of a network and its fields. */
export const networkTopic = (uid: number): string => `network:${uid}`

/** The topic of a location set itself, not of its locations. */
export const locationSetTopic = (uid: number): string => `location-set:${uid}`

/** The topic of a key: whether it is revoked, and what it is limited to. */
export const keyTopic = (id: string): string => `key:${id}`

/**
 * The topic of all locations that more than one agenda may show. One for all sets: an event may stay at a location of a set that its agenda has
 * left since, or that the location has left, and no record says which sets that were.
 */
const sharedLocations = "locations:shared"

/** The topics of whatever an answer about this agenda may show. */
export const topicsOfAgenda = (agenda: AgendaRecord): ReadonlyArray<string> => [
  agendaTopic(agenda.uid),
  ...(agenda.networkUid === null ? [] : [networkTopic(agenda.networkUid)]),
  ...(agenda.locationSetUid === null ? [] : [locationSetTopic(agenda.locationSetUid)]),
  sharedLocations
]

/** The topics that a location's change moves; `elsewhere`: events of other agendas are there, though it may be in no set any more. */
export const topicsOfLocation = (location: LocationRecord, elsewhere: boolean): ReadonlyArray<string> => [
  agendaTopic(location.agendaUid),
  ...(location.setUid === null && !elsewhere ? [] : [sharedLocations])
]
