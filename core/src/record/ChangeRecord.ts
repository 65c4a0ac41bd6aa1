import * as Schema from "effect/Schema"

/** What a change is of (wire.md §9). */
export const ChangeType = Schema.Literal("event", "location", "agenda", "member").annotations({ identifier: "ChangeType" })
/** What a change is of. */
export type ChangeType = typeof ChangeType.Type

/** What happened to the subject of a change (wire.md §9). */
export const ChangeKind = Schema.Literal(
  "event.created",
  "event.updated",
  "event.published",
  "event.unpublished",
  "event.removed",
  "event.availability",
  "location.updated",
  "location.removed",
  "agenda.updated",
  "member.updated",
  "member.removed"
).annotations({ identifier: "ChangeKind" })
/** What happened to the subject of a change. */
export type ChangeKind = typeof ChangeKind.Type

/** The place of a change in the log of its agenda. */
export interface ChangePlace {
  /** The revision of the agenda that its transaction made, 1 or more. Later commits have greater ones, with gaps. */
  readonly position: number
  /** Number of the change in its transaction, from 0. */
  readonly ordinal: number
}

/** The place before the first change of every log. */
export const logStart: ChangePlace = { position: 0, ordinal: 0 }

/** Whether the first place comes before the second one. */
export const isBefore = (place: ChangePlace, other: ChangePlace): boolean =>
  place.position < other.position || (place.position === other.position && place.ordinal < other.ordinal)

/** A row of the log of an agenda: what one transaction did to one subject. */
export interface ChangeRecord extends ChangePlace {
  readonly agendaUid: number
  /** As those see it who may read the event in every state. */
  readonly kind: ChangeKind
  readonly type: ChangeType
  /** Uid of the event, location, agenda or membership. */
  readonly uid: number
  /** Version of the event after the change; null of other subjects. */
  readonly version: number | null
  /** Whether everybody who may read the agenda could read the subject before. */
  readonly publicBefore: boolean
  /** Whether everybody who may read the agenda can read the subject afterwards. */
  readonly publicAfter: boolean
  /** Whether lists may gain, lose or reorder the subject (`relists`); true of other subjects than events. */
  readonly relists: boolean
  /** Who contributed the event and so may read it in every state; null of other subjects and without contributor. */
  readonly contributorUid: number | null
  /** When its transaction ended, in epoch milliseconds. */
  readonly at: number
  /** The user who made the change; null when none did or the account was removed. */
  readonly by: number | null
}
