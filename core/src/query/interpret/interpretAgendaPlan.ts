import { published } from "../../domain/event/Event.js"
import type { AgendaRecord } from "../../record/AgendaRecord.js"
import type { KeyWord } from "../../search/wordKeys.js"
import type { AgendaAnswer, AgendaPlan } from "../agenda/AgendaPlan.js"
import { isWithin } from "../event/Condition.js"
import type { IndexedEvent, PlanData } from "../event/PlanData.js"

/** The records that an agenda search needs. */
type AgendaData = Pick<PlanData, "agendas" | "events" | "locations">

/** Score of a word within a list of keys: `whole` if one is a form of it, `part` if one begins with it, else 0. */
const countOf = (keys: ReadonlyArray<string>, { beginning, forms }: KeyWord, whole: number, part: number): number =>
  keys.some((key) => forms.includes(key)) ? whole : keys.some((key) => key.startsWith(beginning)) ? part : 0

/** Score of an agenda under a search; null when a word matches nothing. */
const relevance = (title: ReadonlyArray<string>, keyTerms: ReadonlyArray<string>, words: ReadonlyArray<KeyWord>): number | null => {
  const counts = words.map((word) => Math.max(countOf(title, word, 4, 2), countOf(keyTerms, word, 2, 1)))
  return counts.includes(0) ? null : counts.reduce((sum, count) => sum + count, 0)
}

type RankedAgenda = AgendaAnswer["agendas"][number]

const compare = (left: { readonly key: number; readonly uid: number }, right: { readonly key: number; readonly uid: number }): number =>
  right.key - left.key || left.uid - right.uid

const positionOf = ({ agenda, key }: RankedAgenda) => ({ key, uid: agenda.uid })

/** The published events of an agenda. */
export const publishedEventsOf = (events: ReadonlyArray<IndexedEvent>, agendaUid: number): ReadonlyArray<IndexedEvent> =>
  events.filter(({ record }) => record.agendaUid === agendaUid && record.state === published)

/** Number of events first published within a range; the result of `AgendaStore.countAdded`. */
export const countAdded = (events: ReadonlyArray<IndexedEvent>, within: AgendaPlan["recent"]): number =>
  events.filter(({ record }) => record.publishedAt !== null && isWithin([within], record.publishedAt)).length

const keyOf = (plan: AgendaPlan, agenda: AgendaRecord, events: ReadonlyArray<IndexedEvent>, score: number): number => {
  switch (plan.sort) {
    case "uid":
      return 0
    case "createdAt":
      return agenda.createdAt
    case "recentlyAddedEvents":
      return countAdded(events, plan.recent)
    case "relevance":
      return score
  }
}

const includes = <A>(values: ReadonlyArray<A> | null, value: A): boolean => values === null || values.includes(value)

const includesKnown = <A>(values: ReadonlyArray<A> | null, value: A | null): boolean =>
  values === null || (value !== null && values.includes(value))

/** Reference implementation of an `AgendaPlan` over plain records; simple rather than fast. */
export const interpretAgendaPlan = (plan: AgendaPlan, data: AgendaData): AgendaAnswer => {
  const locations = new Map(data.locations.map(({ index, record }) => [record.uid, index]))
  const wordsAt = (uid: number | null) => uid === null ? [] : locations.get(uid)?.words ?? []
  const matching = data.agendas
    .filter((agenda) => !agenda.private && agenda.indexed)
    .filter((agenda) => includes(plan.uids, agenda.uid) && includes(plan.slugs, agenda.slug))
    .filter((agenda) => plan.official === null || plan.official === agenda.official)
    .filter((agenda) => includesKnown(plan.networkUids, agenda.networkUid) && includesKnown(plan.locationSetUids, agenda.locationSetUid))
    .filter((agenda) => plan.updatedAt === null || isWithin(plan.updatedAt, agenda.updatedAt))
    .flatMap((agenda): ReadonlyArray<RankedAgenda> => {
      const events = publishedEventsOf(data.events, agenda.uid)
      const keyTerms = events.flatMap(({ index, record }) => [...index.words, ...wordsAt(record.locationUid)])
      const score = relevance(agenda.titleFolded.split(" "), keyTerms, plan.words)
      return score === null ? [] : [{ agenda, key: keyOf(plan, agenda, events, score) }]
    })
    .sort((left, right) => compare(positionOf(left), positionOf(right)))
  const { after } = plan
  const following = after === null ? matching : matching.filter((ranked) => compare(positionOf(ranked), after) > 0)
  return {
    agendas: following.slice(0, plan.limit),
    total: matching.length,
    more: plan.limit > 0 && following.length > plan.limit
  }
}
