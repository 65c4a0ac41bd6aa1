import type { Interval, Slot } from "../domain/Timing.js"
import type { EventBody, EventHead, EventRecord, Tombstone } from "../record/EventRecord.js"
import { isWithin, meetsCondition } from "./meetsCondition.js"
import type { IndexedEvent, PlanData } from "./PlanData.js"
import type { EventHit, OrderKey, Position, QueryPlan, SearchAnswer, Segment, TombstoneCondition, TombstoneHit } from "./QueryPlan.js"

const firstNotEnded = (slots: ReadonlyArray<Slot>, at: number): Slot | null => slots.find((slot) => slot.end > at) ?? null

/** The value that an event has for an order key; null where it has none, which keeps it out of the segment. */
const eventKey = (record: EventRecord, key: OrderKey, asOf: number): number | null => {
  switch (key) {
    case "nextBegin":
      return firstNotEnded(record.slots, asOf)?.begin ?? null
    case "lastBegin":
      return record.last.begin
    case "lastEnd":
      return record.last.end
    case "updatedAt":
      return record.updatedAt
    case "uid":
      return record.uid
  }
}

const tombstoneKey = (tombstone: Tombstone, key: OrderKey): number | null => {
  switch (key) {
    case "updatedAt":
      return tombstone.removedAt
    case "uid":
      return tombstone.uid
    default:
      return null
  }
}

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
  version: record.version,
  first: record.first,
  last: record.last,
  summary: record.summary
})

const bodyOf = (record: EventRecord): EventBody => ({
  slots: record.slots,
  retiredSlotIds: record.retiredSlotIds,
  extIds: record.extIds,
  detail: record.detail
})

const nextOf = (record: EventRecord, shownAt: number): Interval | null => {
  const slot = firstNotEnded(record.slots, shownAt)
  return slot === null ? null : { begin: slot.begin, end: slot.end }
}

const meetsTombstoneCondition = (tombstone: Tombstone, condition: TombstoneCondition): boolean =>
  condition._tag === "Uid" ? condition.in.includes(tombstone.uid) : isWithin(condition.ranges, tombstone.removedAt)

const isInHalf = (record: EventRecord, { half }: Segment, asOf: number): boolean =>
  half === null || (record.last.end > asOf) === (half === "notEnded")

const compare = (direction: Segment["direction"], left: Position, right: Position): number =>
  (direction === "asc" ? left.key - right.key : right.key - left.key) || left.uid - right.uid

/**
 * What a plan means: its answer over plain records, by the shortest way rather than the fastest. Every `EventStore.search` answers
 * what this does over the records it was given. A plan's segments take in every matching event once, so the total is their sum; of one
 * event the record or a tombstone matches, never both.
 */
export const interpretPlan = (plan: QueryPlan, data: PlanData): SearchAnswer => {
  const { asOf, live, removed, scope } = plan
  const readable = new Set(
    scope._tag === "Agenda"
      ? [scope.agendaUid]
      : data.agendas.filter((agenda) => !agenda.private && agenda.indexed).map((agenda) => agenda.uid)
  )
  const locations = new Map(data.locations.map((location) => [location.record.uid, location]))
  const locationOf = (record: EventRecord) => record.locationUid === null ? undefined : locations.get(record.locationUid)

  const matches = (event: IndexedEvent): boolean =>
    live !== null && readable.has(event.record.agendaUid) &&
    live.every((condition) => meetsCondition(event, locationOf(event.record)?.index ?? null, condition))
  const events = data.events.filter(matches).map(({ record }) => record)
  const tombstones = data.tombstones.filter((tombstone) =>
    removed !== null && readable.has(tombstone.agendaUid) && tombstone.audience === plan.audience &&
    removed.every((condition) => meetsTombstoneCondition(tombstone, condition))
  )

  const eventHits = (segment: Segment, number: number): ReadonlyArray<EventHit> =>
    segment.source === "removed" ? [] : events.flatMap((record) => {
      const key = eventKey(record, segment.key, asOf)
      if (key === null || !isInHalf(record, segment, asOf)) return []
      if (segment.featured !== null && segment.featured !== record.featured) return []
      return [{
        _tag: "Event",
        segment: number,
        position: { key, uid: record.uid },
        head: headOf(record),
        body: plan.bodies ? bodyOf(record) : null,
        next: nextOf(record, plan.shownAt)
      }]
    })
  const tombstoneHits = (segment: Segment, number: number): ReadonlyArray<TombstoneHit> =>
    segment.source === "live" ? [] : tombstones.flatMap((tombstone) => {
      const key = tombstoneKey(tombstone, segment.key)
      return key === null ? [] : [{ _tag: "Tombstone", segment: number, position: { key, uid: tombstone.uid }, tombstone }]
    })

  const bySegment = plan.segments.map((segment, number) =>
    [...eventHits(segment, number), ...tombstoneHits(segment, number)].sort((left, right) =>
      compare(segment.direction, left.position, right.position)
    )
  )
  const { start } = plan
  const following = start._tag === "Skip" ? bySegment.flat().slice(start.count) : bySegment.flatMap((hits, number) => {
    const direction = plan.segments[number]?.direction ?? "asc"
    if (number !== start.segment) return number > start.segment ? hits : []
    return hits.filter((hit) => compare(direction, hit.position, start.position) > 0)
  })
  const hits = following.slice(0, plan.limit)
  const shown = new Set(hits.flatMap((hit) => hit._tag === "Event" ? [hit.head.locationUid] : []))
  return {
    hits,
    locations: data.locations.flatMap(({ record }) => shown.has(record.uid) ? [record] : []),
    total: bySegment.flat().length,
    more: plan.limit > 0 && following.length > plan.limit
  }
}
