import { anonymous, type Caller } from "../../domain/access/Credential.js"
import type { TopicRevisions } from "../../ports/RevisionStore.js"
import type { AgendaRecord } from "../../record/AgendaRecord.js"
import type { Audience, EventRef } from "../../record/EventRecord.js"
import type { LocationRecord } from "../../record/LocationRecord.js"

/** Topic of an agenda and everything that belongs to it alone: its events, locations and members. */
export const agendaTopic = (uid: number): string => `agenda:${uid}`

/** Topic of what everybody reads of an agenda: all that belongs to it alone, except unpublished events. */
const publicTopic = (uid: number): string => `public:${uid}`

/** Topic of an agenda's frame: everything that belongs to it alone, except single events. */
const frameTopic = (uid: number): string => `frame:${uid}`

/**
 * Number of hash buckets for the event topics of one agenda. A topic per event would need one row for every event ever
 * written.
 */
const eventTopics_count = 64

/** Topic of an event's bucket, which other events of the agenda share. */
const eventTopic = (agendaUid: number, uid: number): string => `events:${agendaUid}:${uid % eventTopics_count}`

/** Topic of a network and its fields. */
export const networkTopic = (uid: number): string => `network:${uid}`

/** Topic of a location set's own record, without its locations. */
export const locationSetTopic = (uid: number): string => `location-set:${uid}`

/** Topic of which agendas there are, and which of them everybody finds. */
export const directoryTopic = "agendas"

/** Topic of a key: its revocation and its restrictions. */
export const keyTopic = (id: string): string => `key:${id}`

/**
 * Topic of all locations that more than one agenda may show. All sets share it: an event may stay at a location after
 * its agenda or the location has left the set, and no record stores which set that was.
 */
const sharedLocations = "locations:shared"

/** Topics of the network, the location set and the shared locations that responses about this agenda may show. */
const outerTopics = (agenda: AgendaRecord): ReadonlyArray<string> => [
  ...(agenda.networkUid === null ? [] : [networkTopic(agenda.networkUid)]),
  ...(agenda.locationSetUid === null ? [] : [locationSetTopic(agenda.locationSetUid)]),
  sharedLocations
]

/** Topics of a response that may show any event of this agenda; for the public, any published one. */
export const topicsOfAgenda = (agenda: AgendaRecord, audience: Audience = "privileged"): ReadonlyArray<string> => [
  audience === "public" ? publicTopic(agenda.uid) : agendaTopic(agenda.uid),
  ...outerTopics(agenda)
]

/**
 * Topics of a response that shows this event and no other event of the agenda. The frame topic invalidates the
 * responses of all events at once. It is bumped by changes of the agenda itself and by bulk writes, such as
 * `RemovalStore.clear` and `RemovalStore.forgetUser`.
 */
const topicsOfEvent = (agenda: AgendaRecord, uid: number): ReadonlyArray<string> => [
  frameTopic(agenda.uid),
  eventTopic(agenda.uid, uid),
  ...outerTopics(agenda)
]

/** Topics of a caller: the revocation and the restrictions of its key. Others depend on nothing stored. */
export const topicsOfCaller = (caller: Caller): ReadonlyArray<string> =>
  caller._tag === "Key" && caller.keyId !== anonymous.keyId ? [keyTopic(caller.keyId)] : []

/** Topics of every authorization in an agenda: the agenda's record and its members. */
export const topicsOfAuthorization = (agenda: AgendaRecord): ReadonlyArray<string> => [frameTopic(agenda.uid)]

/**
 * Topics of a response about this agenda, or about one of its events, for readers of published events or of others,
 * too. An event that is named by slug or external identifier depends on the whole agenda: after a change of any event,
 * the name may belong to another.
 */
export const topicsOfResponse = (agenda: AgendaRecord, event: EventRef | undefined, audience: Audience): ReadonlyArray<string> =>
  event?._tag === "Uid" ? topicsOfEvent(agenda, event.uid) : topicsOfAgenda(agenda, audience)

/** Topics whose revisions an authorization reads, beside those of its caller: its own and those of its responses. */
export const topicsRead = (agenda: AgendaRecord, event: EventRef | undefined): ReadonlyArray<string> => [
  ...new Set([
    ...topicsOfAuthorization(agenda),
    ...topicsOfAgenda(agenda, "public"),
    ...topicsOfAgenda(agenda),
    ...topicsOfResponse(agenda, event, "privileged")
  ])
]

/** The revisions of everything that a list of the agenda's events depends on; null when they are not known. */
export const revisionsOfList = ({ agenda, revisions }: {
  readonly agenda: AgendaRecord
  readonly revisions: ReadonlyMap<string, number> | null
}): TopicRevisions | null => {
  const topics = topicsOfAgenda(agenda)
  return revisions === null ? null : { topics, revisions: topics.map((topic) => revisions.get(topic) ?? 0) }
}

/** Revisions as one text, by which a cache compares them. */
export const stampOf = ({ revisions, topics }: TopicRevisions): string =>
  topics.map((topic, index) => `${topic}=${revisions[index]}`).join()

/** Topics to bump for a change of an agenda, or of more than single events. */
export const topicsChangedByAgenda = (uid: number): ReadonlyArray<string> => [agendaTopic(uid), frameTopic(uid), publicTopic(uid)]

/** Topics to bump for a change of one event; `isPublic`: of one that everybody may read. */
export const topicsChangedByEvent = (agendaUid: number, uid: number, isPublic: boolean): ReadonlyArray<string> => [
  agendaTopic(agendaUid),
  eventTopic(agendaUid, uid),
  ...(isPublic ? [publicTopic(agendaUid)] : [])
]

/**
 * Topics to bump for a change of a location. `elsewhere`: events of other agendas are at the location, although it may
 * be in no set any more.
 */
export const topicsChangedByLocation = (location: LocationRecord, elsewhere: boolean): ReadonlyArray<string> => [
  ...topicsChangedByAgenda(location.agendaUid),
  ...(location.setUid === null && !elsewhere ? [] : [sharedLocations])
]
