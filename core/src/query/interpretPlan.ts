import type { Interval, Slot } from "../domain/Timing.js"
import type { EventBody, EventHead, EventRecord } from "../record/EventRecord.js"
import { scoreDocument } from "../text/scoreDocument.js"
import { agendasInScope } from "./agendasInScope.js"
import { availabilityAt } from "./availabilityAt.js"
import { interpretTally, type TalliedEvent } from "./interpretTally.js"
import { listedTombstones } from "./listedTombstones.js"
import { meetsCondition } from "./meetsCondition.js"
import { comparePositions, type OrderedEvent, orderValue, tombstoneValue } from "./orderValue.js"
import type { PlanData } from "./PlanData.js"
import type { EventHit, QueryPlan, SearchAnswer, Segment, TombstoneHit } from "./QueryPlan.js"

const firstNotEnded = (slots: ReadonlyArray<Slot>, at: number): Slot | null => slots.find((slot) => slot.end > at) ?? null

const headOf = (record: EventRecord): EventHead => ({
  uid: record.uid,
  agendaUid: record.agendaUid,
  slug: record.slug,
  state: record.state,
  featured: record.featured,
  status: record.status,
  attendanceMode: record.attendanceMode,
  locationUid: record.locationUid,
  contributorUid: record.contributorUid,
  timezone: record.timezone,
  createdAt: record.createdAt,
  updatedAt: record.updatedAt,
  publishedAt: record.publishedAt,
  version: record.version,
  availabilityUpdatedAt: record.availabilityUpdatedAt,
  first: record.first,
  last: record.last,
  summary: record.summary
})

const bodyOf = (record: EventRecord): EventBody => ({
  slots: record.slots,
  retiredSlotIds: record.retiredSlotIds,
  extIds: record.extIds,
  detail: record.detail,
  availability: record.availability
})

const nextOf = (record: EventRecord, at: number): Interval | null => {
  const slot = firstNotEnded(record.slots, at)
  return slot === null ? null : { begin: slot.begin, end: slot.end }
}

const isInHalf = (record: EventRecord, { half }: Segment, asOf: number): boolean =>
  half === null || (half === "notEnded") === (record.last.end > asOf)

/**
 * Reference implementation of a plan: a full scan over every record. Adapters return the same result from their
 * indexes.
 */
export const interpretPlan = (plan: QueryPlan, data: PlanData): SearchAnswer => {
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
    score: search === undefined ? 0 : scoreDocument(event.index.search, location?.index.place ?? "", search.search) ?? 0
  }))
  const tombstones = listedTombstones(plan, data).filter(({ agendaUid }) => readable.has(agendaUid))

  const eventHits = (segment: Segment, number: number): ReadonlyArray<EventHit> =>
    segment.source === "removed" ? [] : events.flatMap((event) => {
      const { index, record } = event
      if (!isInHalf(record, segment, asOf)) return []
      if (segment.featured !== null && segment.featured !== record.featured) return []
      const values = segment.order.map(({ key }) => orderValue(event, key, asOf))
      if (segment.order.some(({ key }, index) => key === "nextBegin" && values[index] === null)) return []
      return [{
        _tag: "Event",
        segment: number,
        position: { values, uid: record.uid },
        head: headOf(record),
        body: plan.bodies ? bodyOf(record) : null,
        next: nextOf(record, plan.shownAt),
        availability: availabilityAt(index.availability, plan.shownAt)
      }]
    })
  const tombstoneHits = (segment: Segment, number: number): ReadonlyArray<TombstoneHit> =>
    segment.source === "live" ? [] : tombstones.map((tombstone) => {
      const values = segment.order.map(({ key }) => tombstoneValue(tombstone, key))
      return { _tag: "Tombstone", segment: number, position: { values, uid: tombstone.uid }, tombstone }
    })

  const bySegment = plan.segments.map((segment, number) =>
    [...eventHits(segment, number), ...tombstoneHits(segment, number)].sort((left, right) =>
      comparePositions(segment.order, left.position, right.position)
    )
  )
  const { start } = plan
  const following = start._tag === "Skip" ? bySegment.flat().slice(start.count) : bySegment.flatMap((hits, number) => {
    const order = plan.segments[number]?.order ?? []
    if (number !== start.segment) return number > start.segment ? hits : []
    return hits.filter((hit) => comparePositions(order, hit.position, start.position) > 0)
  })
  const hits = following.slice(0, plan.limit)
  const shown = new Set(hits.flatMap((hit) => hit._tag === "Event" ? [hit.head.locationUid] : []))
  return {
    hits,
    locations: plan.locations ? data.locations.flatMap(({ record }) => shown.has(record.uid) ? [record] : []) : [],
    total: bySegment.flat().length,
    more: plan.limit > 0 && following.length > plan.limit,
    tallies: plan.tallies.map((tally) => interpretTally(matching, tally))
  }
}
