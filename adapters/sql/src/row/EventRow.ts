import type { Interval, Slot } from "@agenda-engine/core/domain/event/Timing"
import { type AggregateAvailability, availabilities } from "@agenda-engine/core/domain/ticketing/Ticketing"
import type { Range } from "@agenda-engine/core/query/event/Condition"
import {
  contributorAudience,
  type EventHead,
  type EventIndex,
  type EventRecord,
  type Tombstone,
  type TombstoneAudience,
  type Withdrawal,
  type Withdrawn
} from "@agenda-engine/core/record/EventRecord"
import type { Row } from "@effect/sql/SqlConnection"
import * as Cell from "../database/Cell.js"
import type { Cells } from "../database/upsert.js"

/** Sentinel of an availability that never changed: the greatest instant, so that it sorts last. */
export const neverUpdated = Number.MAX_SAFE_INTEGER

/** Parses an instant of such a column. Null: never. */
const updatedOrNull = (row: Row, column: string): number | null => {
  const at = Cell.integer(row, column)
  return at === neverUpdated ? null : at
}

/** A row of `agenda_event`: the record, and the age range that filters use. */
export const eventCells = (record: EventRecord, { age }: EventIndex): Cells => ({
  uid: record.uid,
  agenda_uid: record.agendaUid,
  slug: record.slug,
  state: record.state,
  featured: Cell.flagCell(record.featured),
  status: record.status,
  attendance_mode: record.attendanceMode,
  location_uid: record.locationUid,
  contributor_uid: record.contributorUid,
  timezone: record.timezone,
  created_at: record.createdAt,
  updated_at: record.updatedAt,
  published_at: record.publishedAt,
  version: record.version,
  availability_updated_at: record.availabilityUpdatedAt ?? neverUpdated,
  first_begin: record.first.begin,
  first_end: record.first.end,
  last_begin: record.last.begin,
  last_end: record.last.end,
  has_age: Cell.flagCell(age !== null),
  age_min: age?.min ?? null,
  age_max: age?.max ?? null
})

/** A row of `agenda_event_document`. */
export const documentCells = (record: EventRecord): Cells => ({
  event_uid: record.uid,
  summary: record.summary,
  detail: record.detail,
  retired_slot_ids: JSON.stringify(record.retiredSlotIds),
  availability: record.availability,
  agenda_uid: record.agendaUid
})

/** The columns of the event `e` and its document `d` that `headOf` parses. */
export const headColumns =
  "e.uid, e.agenda_uid, e.slug, e.state, e.featured, e.status, e.attendance_mode, e.location_uid, e.contributor_uid, e.timezone, " +
  "e.created_at, e.updated_at, e.published_at, e.version, e.availability_updated_at, e.first_begin, e.first_end, e.last_begin, e.last_end, d.summary"

/** Parses a row of `agenda_event` joined with the `summary` of its document. */
export const headOf = (row: Row): EventHead => ({
  uid: Cell.integer(row, "uid"),
  agendaUid: Cell.integer(row, "agenda_uid"),
  slug: Cell.text(row, "slug"),
  state: Cell.integer(row, "state"),
  featured: Cell.flag(row, "featured"),
  status: Cell.integer(row, "status"),
  attendanceMode: Cell.integer(row, "attendance_mode"),
  locationUid: Cell.integerOrNull(row, "location_uid"),
  contributorUid: Cell.integerOrNull(row, "contributor_uid"),
  timezone: Cell.text(row, "timezone"),
  createdAt: Cell.integer(row, "created_at"),
  updatedAt: Cell.integer(row, "updated_at"),
  publishedAt: Cell.integerOrNull(row, "published_at"),
  version: Cell.integer(row, "version"),
  availabilityUpdatedAt: updatedOrNull(row, "availability_updated_at"),
  first: { begin: Cell.integer(row, "first_begin"), end: Cell.integer(row, "first_end") },
  last: { begin: Cell.integer(row, "last_begin"), end: Cell.integer(row, "last_end") },
  summary: Cell.text(row, "summary")
})

/** Parses the next slot of an event from `next_begin` and `next_end`. Null when there is none. */
export const nextOf = (row: Row): Interval | null =>
  row["next_begin"] === null ? null : { begin: Cell.integer(row, "next_begin"), end: Cell.integer(row, "next_end") }

/** `prev_end` of an event's first slot: before every instant. */
export const noPrevious = Number.MIN_SAFE_INTEGER

/**
 * Rows of `agenda_slot`: each slot with the columns that lists sort and filter by, and the end of the slot before it.
 */
export const slotCells = (record: EventRecord): ReadonlyArray<Cells> =>
  record.slots.map(({ begin, end, id }, index) => ({
    event_uid: record.uid,
    begin_ms: begin,
    end_ms: end,
    prev_end: record.slots[index - 1]?.end ?? noPrevious,
    slot_id: id,
    agenda_uid: record.agendaUid,
    featured: Cell.flagCell(record.featured),
    state: record.state
  }))

/** Parses a row of `agenda_slot`. */
export const slotOf = (row: Row): Slot => ({
  id: Cell.text(row, "slot_id"),
  begin: Cell.integer(row, "begin_ms"),
  end: Cell.integer(row, "end_ms")
})

/** Rows of `agenda_ext_id`, in order of `position`. */
export const extIdCells = (record: EventRecord): ReadonlyArray<Cells> =>
  record.extIds.map(({ key, value }, position) => ({
    agenda_uid: record.agendaUid,
    ext_key: key,
    ext_value: value,
    event_uid: record.uid,
    position
  }))

/** Parses a row of `agenda_ext_id`. */
export const extIdOf = (row: Row): EventRecord["extIds"][number] => ({ key: Cell.text(row, "ext_key"), value: Cell.text(row, "ext_value") })

/** The event columns that every term row has too, because counts filter by them. */
export const coveredColumns = [
  "agenda_uid",
  "state",
  "featured",
  "status",
  "attendance_mode",
  "location_uid",
  "first_begin",
  "last_begin",
  "last_end"
] as const

/** Rows of `agenda_filter_term`. */
export const termCells = (record: EventRecord, { terms }: EventIndex): ReadonlyArray<Cells> =>
  terms.map(({ dimension, spelling, value }) => ({
    agenda_uid: record.agendaUid,
    dimension,
    value,
    event_uid: record.uid,
    spelling,
    state: record.state,
    featured: Cell.flagCell(record.featured),
    status: record.status,
    attendance_mode: record.attendanceMode,
    location_uid: record.locationUid,
    first_begin: record.first.begin,
    last_begin: record.last.begin,
    last_end: record.last.end
  } satisfies { readonly [C in (typeof coveredColumns)[number]]: Cells[string] } & Cells))

/** Rows of `agenda_filter_number`. */
export const numberCells = ({ agendaUid, uid }: EventRecord, { numbers }: EventIndex): ReadonlyArray<Cells> =>
  numbers.map(({ dimension, value }) => ({ agenda_uid: agendaUid, dimension, value, event_uid: uid }))

/** The event that rows of `agenda_availability` belong to. */
type IntervalsOf = Pick<EventHead, "agendaUid" | "state" | "uid">

/** Rows of `agenda_availability`. */
export const availabilityCells = ({ agendaUid, state, uid }: IntervalsOf, intervals: EventIndex["availability"]): ReadonlyArray<Cells> =>
  intervals.map((interval) => ({
    event_uid: uid,
    from_ms: interval.from,
    until_ms: interval.until,
    status: interval.status,
    status_until: interval.statusUntil,
    occurrences_available: interval.occurrencesAvailable,
    occurrences_total: interval.occurrencesTotal,
    next_available: interval.nextAvailable,
    agenda_uid: agendaUid,
    state
  }))

/** Parses the availability of a joined row. Null when the event has none. */
export const availabilityOf = (row: Row): AggregateAvailability | null =>
  row["availability_status"] === null ? null : {
    status: Cell.oneOf(row, "availability_status", availabilities),
    occurrencesAvailable: Cell.integer(row, "occurrences_available"),
    occurrencesTotal: Cell.integer(row, "occurrences_total"),
    nextAvailable: Cell.integerOrNull(row, "next_available")
  }

/** A row of `agenda_tombstone`. */
export const tombstoneCells = (tombstone: Tombstone, withdrawal: Withdrawal | null): Cells => ({
  agenda_uid: tombstone.agendaUid,
  audience: tombstone.audience,
  uid: tombstone.uid,
  removed_at: tombstone.removedAt,
  slug: withdrawal?.slug ?? null,
  version: withdrawal?.version ?? null,
  slots: withdrawal?.slots ?? null,
  last_end: withdrawal?.lastEnd ?? null
})

const audienceOf = (row: Row): TombstoneAudience => {
  const audience = Cell.text(row, "audience")
  const [, userUid] = /^contributor:(\d+)$/.exec(audience) ?? []
  if (userUid !== undefined) return contributorAudience(Number(userUid))
  return audience === "privileged" ? "privileged" : "public"
}

/** Parses a row of `agenda_tombstone`. */
export const tombstoneOf = (row: Row): Tombstone => ({
  agendaUid: Cell.integer(row, "agenda_uid"),
  uid: Cell.integer(row, "uid"),
  audience: audienceOf(row),
  removedAt: Cell.integer(row, "removed_at")
})

/** Parses a row of `agenda_tombstone` with its withdrawal. */
export const withdrawnOf = (row: Row): Withdrawn => ({
  uid: Cell.integer(row, "uid"),
  removedAt: Cell.integer(row, "removed_at"),
  slug: Cell.text(row, "slug"),
  version: Cell.integer(row, "version"),
  slots: Cell.text(row, "slots"),
  lastEnd: Cell.integer(row, "last_end")
})

/**
 * Ranges of `availability_updated_at` with an upper bound, so that they exclude the sentinel of "never updated".
 */
export const updatedRanges = (ranges: ReadonlyArray<Range>): ReadonlyArray<Range> =>
  ranges.map(({ gte, lte }) => ({ gte, lte: lte ?? neverUpdated - 1 }))
