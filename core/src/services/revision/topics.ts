import type { AgendaRecord } from "../../record/AgendaRecord.js"
import type { LocationRecord } from "../../record/LocationRecord.js"

/** The topic of an agenda and all that is kept of it alone: its events, locations and members. */
export const agendaTopic = (uid: number): string => `agenda:${uid}`

/** The topic of an agenda's frame: of all that is kept of it alone but single events. */
const frameTopic = (uid: number): string => `frame:${uid}`

/** So many topics have the events of an agenda between them: one each would be a row for every event that was ever written. */
const eventTopics_count = 64

/** The topic of an event, which it has with some others of its agenda. */
const eventTopic = (agendaUid: number, uid: number): string => `events:${agendaUid}:${uid % eventTopics_count}`

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

/** The topics of what is no agenda's own and yet may be shown of this one. */
const topicsAround = (agenda: AgendaRecord): ReadonlyArray<string> => [
  ...(agenda.networkUid === null ? [] : [networkTopic(agenda.networkUid)]),
  ...(agenda.locationSetUid === null ? [] : [locationSetTopic(agenda.locationSetUid)]),
  sharedLocations
]

/** The topics of whatever an answer about this agenda may show. */
export const topicsOfAgenda = (agenda: AgendaRecord): ReadonlyArray<string> => [agendaTopic(agenda.uid), ...topicsAround(agenda)]

/**
 * The topics of whatever an answer about this event of this agenda may show that shows no other. Each such answer has the topic of its agenda's
 * frame, so that moving the frame moves all of them: it moves with whatever changes more than single events, be it the agenda itself, or
 * any number of its events at once, as `EventStore.clear` and `EventStore.forgetUser` do.
 */
export const topicsOfEvent = (agenda: AgendaRecord, uid: number): ReadonlyArray<string> => [
  frameTopic(agenda.uid),
  eventTopic(agenda.uid, uid),
  ...topicsAround(agenda)
]

/** The topics that a change of an agenda moves, if it is of more than single events. */
export const movedByAgenda = (uid: number): ReadonlyArray<string> => [agendaTopic(uid), frameTopic(uid)]

/** The topics that a change of one event moves. */
export const movedByEvent = (agendaUid: number, uid: number): ReadonlyArray<string> => [agendaTopic(agendaUid), eventTopic(agendaUid, uid)]

/** The topics that a location's change moves; `elsewhere`: events of other agendas are there, though it may be in no set any more. */
export const movedByLocation = (location: LocationRecord, elsewhere: boolean): ReadonlyArray<string> => [
  ...movedByAgenda(location.agendaUid),
  ...(location.setUid === null && !elsewhere ? [] : [sharedLocations])
]
