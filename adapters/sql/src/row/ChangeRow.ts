import { ChangeKind, type ChangePlace, type ChangeRecord, type ChangeType } from "@agenda-engine/core/record/ChangeRecord"
import type { Row } from "@effect/sql/SqlConnection"
import * as Cell from "../database/Cell.js"

/** The columns of a change. */
export const changeCells = (change: ChangeRecord) => ({
  agenda_uid: change.agendaUid,
  revision: change.position,
  ordinal: change.ordinal,
  kind: change.kind,
  subject_uid: change.uid,
  version: change.version,
  public_before: Cell.flagCell(change.publicBefore),
  public_after: Cell.flagCell(change.publicAfter),
  relists: Cell.flagCell(change.relists),
  contributor_uid: change.contributorUid,
  changed_at: change.at,
  user_uid: change.by
})

const types: ReadonlyArray<ChangeType> = ["event", "location", "agenda", "member"]

const typeOf = (kind: ChangeKind): ChangeType => {
  const type = types.find((named) => kind.startsWith(`${named}.`))
  if (type === undefined) throw new Cell.MalformedRow(`kind is ${kind}`)
  return type
}

/** The place of a change in a row. */
export const placeOf = (row: Row): ChangePlace => ({ position: Cell.integer(row, "revision"), ordinal: Cell.integer(row, "ordinal") })

/** The change in a row. */
export const changeOf = (row: Row): ChangeRecord => {
  const kind = Cell.oneOf(row, "kind", ChangeKind.literals)
  return {
    ...placeOf(row),
    agendaUid: Cell.integer(row, "agenda_uid"),
    kind,
    type: typeOf(kind),
    uid: Cell.integer(row, "subject_uid"),
    version: Cell.integerOrNull(row, "version"),
    publicBefore: Cell.flag(row, "public_before"),
    publicAfter: Cell.flag(row, "public_after"),
    relists: Cell.flag(row, "relists"),
    contributorUid: Cell.integerOrNull(row, "contributor_uid"),
    at: Cell.integer(row, "changed_at"),
    by: Cell.integerOrNull(row, "user_uid")
  }
}
