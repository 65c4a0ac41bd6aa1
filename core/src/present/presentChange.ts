import { formatUtc } from "../derive/dates/formatInstant.js"
import type { ChangeKind, ChangeRecord, ChangeType } from "../record/ChangeRecord.js"
import type { TombstoneAudience } from "../record/EventRecord.js"

/** The rights of who reads changes. */
export interface ChangeReader {
  /** Whether events in every state and members may be read. */
  readonly moderates: boolean
  /** The user whose own events may be read in every state; null for none. */
  readonly contributorUid: number | null
}

/** A change as a reader saw it. */
export interface PresentedChange {
  readonly kind: ChangeKind
  readonly type: ChangeType
  readonly uid: number
  readonly agendaUid: number
  /** Version of an event after the change; null of other subjects. */
  readonly version: number | null
  /** ISO 8601, UTC with milliseconds. */
  readonly at: string
  /** Whether the reader can no longer read the subject. */
  readonly removed: boolean
}

const kindForPublic = ({ kind, publicAfter, publicBefore, type }: ChangeRecord): ChangeKind => {
  if (type !== "event") return kind
  if (!publicAfter) return "event.removed"
  if (!publicBefore) return "event.published"
  return kind === "event.availability" ? kind : "event.updated"
}

/**
 * The kind of a change for a reader: what the reader's view of the data underwent; null when it underwent nothing. To
 * the public an event appears when it is published and is removed when it is withdrawn (wire.md §9).
 */
export const kindFor = (change: ChangeRecord, { contributorUid, moderates }: ChangeReader): ChangeKind | null => {
  if (moderates) return change.kind
  if (change.type === "member") return null
  if (change.contributorUid !== null && change.contributorUid === contributorUid) return change.kind
  return change.publicBefore || change.publicAfter ? kindForPublic(change) : null
}

/** A change as a reader saw it; null when the reader's view of the data did not change. */
export const presentChange = (change: ChangeRecord, reader: ChangeReader): PresentedChange | null => {
  const kind = kindFor(change, reader)
  return kind === null ? null : {
    kind,
    type: change.type,
    uid: change.uid,
    agendaUid: change.agendaUid,
    version: change.version,
    at: formatUtc(change.at),
    removed: kind.endsWith(".removed")
  }
}

/** The readers of the log with these rights. */
export const readersOf = ({ contributorUid, moderates }: ChangeReader): TombstoneAudience =>
  moderates ? "privileged" : contributorUid === null ? "public" : `contributor:${contributorUid}`
