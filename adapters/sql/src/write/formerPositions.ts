import type { StoreError } from "@agenda-engine/core/domain/error/EngineError"
import type { FormerPosition } from "@agenda-engine/core/query/location/LocationPlan"
import type { SqlError } from "@effect/sql/SqlError"
import * as Effect from "effect/Effect"
import { insertPlain } from "../database/Change.js"
import { readRows } from "../database/readRows.js"
import type { SqlDatabase } from "../database/SqlDatabase.js"
import { limitTo } from "../fragment/bindable.js"
import { isOneOf } from "../fragment/isOneOf.js"
import { formerPositionCells, formerPositionOf } from "../row/LocationRow.js"

/** Expired positions deleted with each insert. */
const removed_max = 100

/**
 * `LocationStore.addFormerPosition`. Skips expired rows that another writer has locked, so that writers do not wait for
 * each other.
 */
export const addFormerPosition = (
  { dialect, sql }: SqlDatabase,
  position: FormerPosition,
  retainedSince: number
): Effect.Effect<void, SqlError> =>
  Effect.zipRight(
    insertPlain(sql, "agenda_former_position", [formerPositionCells(position)]),
    sql`DELETE FROM agenda_former_position WHERE id IN (SELECT id FROM agenda_former_position WHERE left_at < ${retainedSince} ORDER BY left_at ${
      limitTo(sql, removed_max)
    }${dialect.forUpdateSkipLocked(sql)})`
  )

/** `LocationStore.formerPositions`. */
export const findFormerPositions = (
  database: SqlDatabase,
  uids: ReadonlyArray<number>,
  since: number,
  limit: number
): Effect.Effect<ReadonlyArray<FormerPosition>, SqlError | StoreError> =>
  Effect.flatMap(
    database.sql`SELECT * FROM agenda_former_position WHERE ${
      isOneOf(database, "location_uid", uids)
    } AND left_at >= ${since} ORDER BY left_at DESC, id DESC ${limitTo(database.sql, limit)}`,
    (rows) => readRows("LocationStore.formerPositions", rows, formerPositionOf)
  )
