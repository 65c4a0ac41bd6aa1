import { published } from "../../domain/event/Event.js"
import type { ChangeKind, ChangeRecord, ChangeType } from "../../record/ChangeRecord.js"
import type { EventRecord } from "../../record/EventRecord.js"
import { relists } from "./relists.js"

/** Whether a subject exists and who may read it. */
export interface SubjectState {
  readonly exists: boolean
  /** Whether everybody who may read the agenda may read it. */
  readonly isPublic: boolean
  /** The event, where the listeners of this process get it. */
  readonly event: EventRecord | null
}

/** What a transaction did to one subject, as an agenda shows it. */
export interface SubjectChange extends Pick<ChangeRecord, "agendaUid" | "by" | "contributorUid" | "relists" | "type" | "uid" | "version"> {
  readonly before: SubjectState
  readonly after: SubjectState
  /** Whether only the ticket availability of an event changed. */
  readonly isAvailability: boolean
}

const absent: SubjectState = { exists: false, isPublic: false, event: null }

const stateOfEvent = (event: EventRecord | null): SubjectState =>
  event === null ? absent : { exists: true, isPublic: event.state === published, event: null }

/** Whether a put changes what the event shows, beside its availability. */
const changesContent = (before: EventRecord, after: EventRecord): boolean =>
  before.version !== after.version || before.state !== after.state || before.summary !== after.summary ||
  before.detail !== after.detail || before.timezone !== after.timezone

const changesAvailability = (before: EventRecord, after: EventRecord): boolean =>
  before.availability !== after.availability || before.availabilityUpdatedAt !== after.availabilityUpdatedAt

/**
 * The change of an event; null when it shows the same as before, as after it was indexed again. `keepsIntervals`: the
 * write kept its availability intervals.
 */
export const changeOfEvent = (
  before: EventRecord | null,
  after: EventRecord,
  by: number | null,
  keepsIntervals = false
): SubjectChange | null => {
  const isContent = before === null || changesContent(before, after)
  return isContent || changesAvailability(before, after)
    ? {
      agendaUid: after.agendaUid,
      type: "event",
      uid: after.uid,
      version: after.version,
      contributorUid: after.contributorUid,
      relists: before === null || relists(before, after) || (!keepsIntervals && before.availability !== after.availability),
      by,
      before: stateOfEvent(before),
      after: stateOfEvent(after),
      isAvailability: !isContent
    }
    : null
}

/** The removal of an event. */
export const removalOfEvent = (event: EventRecord, by: number | null): SubjectChange => ({
  agendaUid: event.agendaUid,
  type: "event",
  uid: event.uid,
  version: event.version + 1,
  contributorUid: event.contributorUid,
  relists: true,
  by,
  before: stateOfEvent(event),
  after: absent,
  isAvailability: false
})

/** What changed of a subject without version. `isPublic`: whether everybody who reads the agenda sees it. */
interface PlainChange extends Pick<SubjectChange, "agendaUid" | "by" | "type" | "uid"> {
  readonly existed: boolean
  readonly exists: boolean
  readonly isPublic: boolean
}

/** The change of a subject without version. */
export const plainChange = ({ agendaUid, by, existed, exists, isPublic, type, uid }: PlainChange): SubjectChange => ({
  agendaUid,
  type,
  uid,
  version: null,
  contributorUid: null,
  relists: true,
  by,
  before: { exists: existed, isPublic: existed && isPublic, event: null },
  after: { exists, isPublic: exists && isPublic, event: null },
  isAvailability: false
})

const kindOfEvent = ({ after, before, isAvailability }: SubjectChange): ChangeKind => {
  if (!after.exists) return "event.removed"
  if (before.isPublic !== after.isPublic) return after.isPublic ? "event.published" : "event.unpublished"
  if (!before.exists) return "event.created"
  return isAvailability ? "event.availability" : "event.updated"
}

const kindOf = (change: SubjectChange): ChangeKind => {
  const kinds: { readonly [T in Exclude<ChangeType, "event">]: ChangeKind } = {
    location: change.after.exists ? "location.updated" : "location.removed",
    agenda: "agenda.updated",
    member: change.after.exists ? "member.updated" : "member.removed"
  }
  return change.type === "event" ? kindOfEvent(change) : kinds[change.type]
}

/** The change that two changes of a subject make together. */
const together = (first: SubjectChange, second: SubjectChange): SubjectChange => ({
  ...second,
  before: first.before,
  relists: first.relists || second.relists,
  isAvailability: first.isAvailability && second.isAvailability
})

/** One change per subject of each agenda, in the order in which they were changed first. */
const perSubject = (changes: ReadonlyArray<SubjectChange>): ReadonlyArray<SubjectChange> => {
  const folded = new Map<string, SubjectChange>()
  for (const change of changes) {
    const name = `${change.agendaUid} ${change.type} ${change.uid}`
    const known = folded.get(name)
    folded.set(name, known === undefined ? change : together(known, change))
  }
  // What a transaction both made and removed never was.
  return [...folded.values()].filter(({ after, before }) => before.exists || after.exists)
}

/** The rows of the log that a transaction writes, and the agendas that it removed. */
export interface TransactionLog {
  readonly records: ReadonlyArray<ChangeRecord>
  /** What each of `records` was made of. */
  readonly subjects: ReadonlyArray<SubjectChange>
  readonly removedAgendas: ReadonlyArray<number>
}

/**
 * The log of a transaction. `positionOf` is the position that it gives an agenda; `at`, in epoch milliseconds, is its
 * end. Agendas that it removed have no rows.
 */
export const logOf = (changes: ReadonlyArray<SubjectChange>, positionOf: (agendaUid: number) => number, at: number): TransactionLog => {
  const folded = perSubject(changes)
  const removed = new Set(folded.flatMap(({ after, type, uid }) => type === "agenda" && !after.exists ? [uid] : []))
  const counts = new Map<number, number>()
  const subjects = folded.filter(({ agendaUid }) => !removed.has(agendaUid))
  const records = subjects.map((change): ChangeRecord => {
    const { after, agendaUid, before, by, contributorUid, relists, type, uid, version } = change
    const ordinal = counts.get(agendaUid) ?? 0
    counts.set(agendaUid, ordinal + 1)
    return {
      agendaUid,
      position: positionOf(agendaUid),
      ordinal,
      kind: kindOf(change),
      type,
      uid,
      version,
      publicBefore: before.isPublic,
      publicAfter: after.isPublic,
      relists,
      contributorUid,
      at,
      by
    }
  })
  return { records, subjects, removedAgendas: [...removed] }
}
