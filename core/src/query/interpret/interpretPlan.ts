import { published } from "../../domain/event/Event.js"
import type { Interval, Slot } from "../../domain/event/Timing.js"
import { compareCodePoints } from "../../domain/text/compareCodePoints.js"
import {
  contributorAudience,
  type EventBody,
  type EventHead,
  type EventIndex,
  type EventRecord,
  type Tombstone
} from "../../record/EventRecord.js"
import type { LocationIndex } from "../../record/LocationRecord.js"
import type { VocabularyWord } from "../../record/VocabularyWord.js"
import { fitOf, scoreDocument } from "../../search/scoreDocument.js"
import { vocabularyOf, vocabularyOfPlace, WordCounts } from "../../search/vocabulary.js"
import { availabilityAt, isWithin, meetsCondition, type TombstoneCondition } from "../event/Condition.js"
import { type LocationSortField, placeOrders } from "../event/EventSort.js"
import type { PlanData } from "../event/PlanData.js"
import type {
  EventHit,
  Order,
  OrderKey,
  OrderValue,
  Position,
  QueryPlan,
  Scope,
  SearchResult,
  Segment,
  TombstoneHit
} from "../event/QueryPlan.js"
import { agendasInScope } from "../event/Transitions.js"
import { interpretTally, type TalliedEvent } from "./interpretTally.js"

const meets = ({ removedAt, uid }: Tombstone, condition: TombstoneCondition): boolean =>
  condition._tag === "Uid" ? condition.in.includes(uid) : isWithin(condition.ranges, removedAt)

/** The stored tombstones that a plan lists, before its conditions. */
const storedTombstones = ({ audience, tombstones }: QueryPlan, data: PlanData): ReadonlyArray<Tombstone> => {
  const ofAudience = data.tombstones.filter((tombstone) => tombstone.audience === audience)
  const contributorUid = tombstones?.contributorUid ?? null
  if (contributorUid === null) return ofAudience
  const own = data.tombstones.filter((tombstone) => tombstone.audience === contributorAudience(contributorUid))
  const isOwn = (tombstone: Tombstone): boolean =>
    own.some(({ agendaUid, uid }) => agendaUid === tombstone.agendaUid && uid === tombstone.uid) ||
    data.events.some(({ record }) => record.uid === tombstone.uid && record.contributorUid === contributorUid)
  return [...own, ...ofAudience.filter((tombstone) => !isOwn(tombstone))]
}

/** Stored events that a plan lists as tombstones: once published, now in an unlisted state. */
const withdrawnEvents = ({ tombstones: rule }: QueryPlan, { events, tombstones }: PlanData): ReadonlyArray<Tombstone> => {
  if (rule === undefined || rule.listedStates === null) return []
  const { contributorUid, listedStates } = rule
  return events.flatMap(({ record: { agendaUid, contributorUid: contributor, state, uid, updatedAt } }) => {
    const wasPublished = tombstones.some((one) => one.audience === "public" && one.agendaUid === agendaUid && one.uid === uid)
    const isRequested = !listedStates.includes(state) && (contributorUid === null || contributor === contributorUid)
    return wasPublished && isRequested ? [{ agendaUid, uid, audience: "public", removedAt: updatedAt }] : []
  })
}

/** The tombstones that a plan lists, in any order and from every agenda. Each has the audience of the plan. */
const listedTombstones = (plan: QueryPlan, data: PlanData): ReadonlyArray<Tombstone> => {
  const { audience, removed } = plan
  if (removed === null) return []
  return [...storedTombstones(plan, data), ...withdrawnEvents(plan, data)]
    .filter((tombstone) => removed.every((condition) => meets(tombstone, condition)))
    .map((tombstone) => ({ ...tombstone, audience }))
}

/** An event with the values that sort keys use. */
export interface OrderedEvent {
  readonly record: EventRecord
  readonly index: EventIndex
  /** Index values of the location of the event; null without a location. */
  readonly location: LocationIndex | null
  /** Score from the search of the plan. */
  readonly score: number
  /** How closely it fits this search. */
  readonly fit: number
}

const nextBegin = ({ slots }: EventRecord, asOf: number): number | null => slots.find((slot) => slot.end > asOf)?.begin ?? null

const placeOf = (location: LocationIndex | null, key: `location.${LocationSortField}`): string | null => {
  const field = placeOrders.find((field) => key === `location.${field}`)
  return location === null || field === undefined ? null : location[field]
}

/**
 * Value of an event for a sort key. `nextBegin` is null when every slot has ended; segments by `nextBegin` omit such
 * events.
 */
const orderValue = ({ fit, location, record, score }: OrderedEvent, key: OrderKey, asOf: number): OrderValue => {
  const hasEnded = record.last.end <= asOf
  switch (key) {
    case "nextBegin":
      return nextBegin(record, asOf)
    case "lastBegin":
      return record.last.begin
    case "lastEnd":
      return record.last.end
    case "featured":
      return record.featured ? 1 : 0
    case "ended":
      return hasEnded ? 1 : 0
    case "nextTime":
      return hasEnded ? 0 - record.last.end : nextBegin(record, asOf)
    case "lastTime":
      return hasEnded ? 0 - record.last.end : record.last.begin
    case "updatedAt":
      return record.updatedAt
    case "createdAt":
      return record.createdAt
    case "availabilityUpdatedAt":
      return record.availabilityUpdatedAt
    case "score":
      return score
    case "fit":
      return fit
    default:
      return placeOf(location, key)
  }
}

/** Value of a tombstone for a sort key: `removedAt` for `updatedAt`, null for any other key. */
export const tombstoneValue = (tombstone: Tombstone, key: OrderKey): OrderValue => key === "updatedAt" ? tombstone.removedAt : null

const compareValues = ({ direction }: Order, left: OrderValue, right: OrderValue): number => {
  if (left === null || right === null) return left === right ? 0 : left === null ? 1 : -1
  const order = typeof left === "number" && typeof right === "number" ? left - right : compareCodePoints(String(left), String(right))
  return direction === "asc" ? order : 0 - order
}

/** Whether uids descend among the records of a segment with these values. */
const descends = ({ order, ties }: Segment, values: ReadonlyArray<OrderValue>): boolean =>
  ties === "asEnded" ? order.some(({ key }, index) => key === "ended" && values[index] === 1) : ties === "desc"

/** Compares two positions of a segment: negative when the left one comes first. */
const comparePositions = (segment: Segment, left: Position, right: Position): number => {
  const { order } = segment
  for (const [index, one] of order.entries()) {
    const compared = compareValues(one, left.values[index] ?? null, right.values[index] ?? null)
    if (compared !== 0) return compared
  }
  return descends(segment, left.values) ? right.uid - left.uid : left.uid - right.uid
}

const firstNotEnded = (slots: ReadonlyArray<Slot>, at: number): Slot | null => slots.find((slot) => slot.end > at) ?? null

const partsOf = (record: EventRecord): { readonly head: EventHead; readonly body: EventBody } => {
  const { availability, detail, extIds, retiredSlotIds, slots, ...head } = record
  return { head, body: { availability, detail, extIds, retiredSlotIds, slots } }
}

const nextOf = (record: EventRecord, at: number): Interval | null => {
  const slot = firstNotEnded(record.slots, at)
  return slot === null ? null : { begin: slot.begin, end: slot.end }
}

const isInSegment = (record: EventRecord, { endedFilter }: Segment, asOf: number): boolean =>
  endedFilter === null || (endedFilter === "notEnded") === (record.last.end > asOf)

/** An event or a tombstone at its position, which becomes a hit if it is on the page. */
interface Listed {
  readonly position: Position
  readonly show: () => EventHit | TombstoneHit
}

/**
 * Reference implementation of a plan: a full scan over every record. Adapters return the same result from their
 * indexes.
 */
export const interpretPlan = (plan: QueryPlan, data: PlanData): SearchResult => {
  const { asOf, live } = plan
  const readable = agendasInScope(plan.scope, data.agendas)
  const locations = new Map(data.locations.map((location) => [location.record.uid, location]))
  const search = live?.find((condition) => condition._tag === "Search")

  const matching = data.events.flatMap((event): ReadonlyArray<TalliedEvent> => {
    const { locationUid } = event.record
    const location = locationUid === null ? null : locations.get(locationUid) ?? null
    const matches = live !== null && readable.has(event.record.agendaUid) &&
      live.every((condition) => meetsCondition(event, location, condition))
    return matches ? [{ event, location }] : []
  })
  const events = matching.map(({ event, location }): OrderedEvent => ({
    ...event,
    location: location?.index ?? null,
    score: search === undefined ? 0 : scoreDocument(event.index.search, location?.index.place ?? "", search.search) ?? 0,
    fit: search === undefined ? 0 : fitOf(event.index.search, location?.index.place ?? "", search.search)
  }))
  const tombstones = listedTombstones(plan, data).filter(({ agendaUid }) => readable.has(agendaUid))

  const eventHits = (segment: Segment, number: number): ReadonlyArray<Listed> =>
    segment.source === "removed" ? [] : events.flatMap((event) => {
      const { index, record } = event
      if (!isInSegment(record, segment, asOf)) return []
      if (segment.featured !== null && segment.featured !== record.featured) return []
      const values = segment.order.map(({ key }) => orderValue(event, key, asOf))
      if (segment.order.some(({ key }, index) => key === "nextBegin" && values[index] === null)) return []
      const position = { values, uid: record.uid }
      const show = (): EventHit => {
        const { body, head } = partsOf(record)
        return {
          _tag: "Event",
          segment: number,
          position,
          head,
          body: plan.bodies ? body : null,
          next: nextOf(record, plan.shownAt),
          availability: availabilityAt(index.availability, plan.shownAt)
        }
      }
      return [{ position, show }]
    })
  const tombstoneHits = (segment: Segment, number: number): ReadonlyArray<Listed> =>
    segment.source === "live" ? [] : tombstones.map((tombstone) => {
      const position = { values: segment.order.map(({ key }) => tombstoneValue(tombstone, key)), uid: tombstone.uid }
      return { position, show: (): TombstoneHit => ({ _tag: "Tombstone", segment: number, position, tombstone }) }
    })

  const bySegment = plan.segments.map((segment, number) =>
    [...eventHits(segment, number), ...tombstoneHits(segment, number)].sort((left, right) =>
      comparePositions(segment, left.position, right.position)
    )
  )
  const { start } = plan
  const following = start._tag === "Skip" ? bySegment.flat().slice(start.count) : bySegment.flatMap((hits, number) => {
    const segment = plan.segments[number]
    if (segment === undefined || number !== start.segment) return number > start.segment ? hits : []
    return hits.filter((hit) => comparePositions(segment, hit.position, start.position) > 0)
  })
  const hits = following.slice(0, plan.limit).map(({ show }) => show())
  const shown = new Set(hits.flatMap((hit) => hit._tag === "Event" ? [hit.head.locationUid] : []))
  return {
    hits,
    locations: plan.locations ? data.locations.flatMap(({ record }) => shown.has(record.uid) ? [record] : []) : [],
    segments: bySegment.map(({ length }) => length),
    total: bySegment.flat().length,
    more: plan.limit > 0 && following.length > plan.limit,
    tallies: plan.tallies.map((tally) => interpretTally(matching, tally))
  }
}

/** The executable definition of `EventSearch.words`. */
export const interpretWords = (
  { agendas, events, locations }: Pick<PlanData, "agendas" | "events" | "locations">,
  scope: Scope,
  beginning: string
): ReadonlyArray<VocabularyWord> => {
  const places = new Map(locations.map(({ index, record }) => [record.uid, index.place]))
  const counts = new WordCounts(beginning)
  const readable = agendasInScope(scope, agendas)
  for (const { index, record } of events) {
    if (!readable.has(record.agendaUid) || record.state !== published) continue
    const place = record.locationUid === null ? "" : places.get(record.locationUid) ?? ""
    for (const word of vocabularyOf(index.search)) counts.add(word, 1)
    for (const word of vocabularyOfPlace(place)) counts.add(word, 1)
  }
  return counts.words()
}
