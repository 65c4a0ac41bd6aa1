import { anonymous, type Caller } from "../../domain/access/Credential.js"
import type { TopicRevisions } from "../../ports/RevisionStore.js"
import type { AgendaRecord } from "../../record/AgendaRecord.js"
import type { Audience } from "../../record/EventRecord.js"
import type { LocationRecord } from "../../record/LocationRecord.js"

/** Topic of an agenda and everything that belongs to it alone: its events, locations and members. */
export const agendaTopic = (uid: number): string => `agenda:${uid}`

/** Topic of what everybody reads of an agenda: all that belongs to it alone, except unpublished events. */
const publicTopic = (uid: number): string => `public:${uid}`

/**
 * Topic of an agenda's frame: everything that belongs to it alone, except single events. Bulk writes bump it too, such
 * as `RemovalStore.clear` and `RemovalStore.forgetUser`.
 */
export const frameTopic = (uid: number): string => `frame:${uid}`

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

/** Whether a topic is bumped by each change of an event of this agenda, or of a published one. */
export const isTopicOfEvents = (agendaUid: number, topic: string): boolean =>
  topic === agendaTopic(agendaUid) || topic === publicTopic(agendaUid)

/** Topics of a caller: the revocation and the restrictions of its key. Others depend on nothing stored. */
export const topicsOfCaller = (caller: Caller): ReadonlyArray<string> =>
  caller._tag === "Key" && caller.keyId !== anonymous.keyId ? [keyTopic(caller.keyId)] : []

/** Topics of every authorization in an agenda: the agenda's record and its members. */
export const topicsOfAuthorization = (agenda: AgendaRecord): ReadonlyArray<string> => [frameTopic(agenda.uid)]

/** Topics whose revisions an authorization reads, beside those of its caller: its own and those of its responses. */
export const topicsRead = (agenda: AgendaRecord): ReadonlyArray<string> => [
  ...topicsOfAuthorization(agenda),
  publicTopic(agenda.uid),
  ...topicsOfAgenda(agenda)
]

interface Revised {
  readonly agenda: AgendaRecord
  readonly revisions: ReadonlyMap<string, number> | null
}

const revisionsOf = ({ revisions }: Revised, topics: ReadonlyArray<string>): TopicRevisions | null =>
  revisions === null ? null : { topics, revisions: topics.map((topic) => revisions.get(topic) ?? 0) }

/** The revisions of everything that a list of the agenda's events depends on; null when they are not known. */
export const revisionsOfList = (authorization: Revised): TopicRevisions | null =>
  revisionsOf(authorization, topicsOfAgenda(authorization.agenda))

/** The revisions of what a write of an event is validated against, without events; null when they are not known. */
export const revisionsOfWrite = (authorization: Revised & { readonly caller: Caller }): TopicRevisions | null => {
  const { agenda, caller } = authorization
  return revisionsOf(authorization, [...topicsOfCaller(caller), ...topicsOfAuthorization(agenda), ...outerTopics(agenda)])
}

/** Revisions as one text, by which a cache compares them. */
export const stampOf = ({ revisions, topics }: TopicRevisions): string =>
  topics.map((topic, index) => `${topic}=${revisions[index]}`).join()

/** Topics to bump for a change of an agenda, or of more than single events. */
export const topicsChangedByAgenda = (uid: number): ReadonlyArray<string> => [agendaTopic(uid), frameTopic(uid), publicTopic(uid)]

/** Topics to bump for a change of one event; `isPublic`: of one that everybody may read. */
export const topicsChangedByEvent = (agendaUid: number, isPublic: boolean): ReadonlyArray<string> => [
  agendaTopic(agendaUid),
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
