import type { StateChange, UserContribution } from "@agenda-engine/core/record/StateChange"
import type { Row } from "@effect/sql/SqlConnection"
import * as Cell from "../database/Cell.js"
import type { Cells } from "../database/upsert.js"

/** A row of `agenda_event_history` without `position`, the index of the change in its event, from 0. */
export const stateChangeCells = (change: StateChange): Cells => ({
  event_uid: change.eventUid,
  changed_at: change.at,
  from_state: change.from,
  to_state: change.to,
  user_uid: change.userUid,
  key_id: change.keyId,
  motive: change.motive
})

/** Parses a row of `agenda_event_history`. */
export const stateChangeOf = (row: Row): StateChange => ({
  eventUid: Cell.integer(row, "event_uid"),
  at: Cell.integer(row, "changed_at"),
  from: Cell.integerOrNull(row, "from_state"),
  to: Cell.integer(row, "to_state"),
  userUid: Cell.integerOrNull(row, "user_uid"),
  keyId: Cell.textOrNull(row, "key_id"),
  motive: Cell.textOrNull(row, "motive")
})

/** Parses the counts of a user's events and state changes in an agenda. */
export const contributionFrom = (row: Row): UserContribution => ({
  agendaUid: Cell.integer(row, "agenda_uid"),
  events: Cell.integer(row, "events"),
  stateChanges: Cell.integer(row, "state_changes")
})
