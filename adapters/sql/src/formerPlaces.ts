import type { StoreError } from "@agenda-engine/core/domain/EngineError"
import type { FormerPlace } from "@agenda-engine/core/query/FormerPlace"
import type { SqlError } from "@effect/sql/SqlError"
import * as Effect from "effect/Effect"
import { insertPlain } from "./insertPlain.js"
import { isOneOf } from "./isOneOf.js"
import { limitTo } from "./limitTo.js"
import { readRows } from "./readRows.js"
import { formerPlaceCells, formerPlaceOf } from "./row/FormerPlaceRow.js"
import type { SqlDatabase } from "./SqlDatabase.js"

/** Expired places deleted with each insert. */
const removed_max = 100

/**
 * `LocationStore.addFormerPlace`. Skips expired rows that another writer has locked, so that writers do not wait for
 * each other.
 */
export const addFormerPlace = ({ dialect, sql }: SqlDatabase, place: FormerPlace, retainedSince: number): Effect.Effect<void, SqlError> =>
  Effect.zipRight(
    insertPlain(sql, "agenda_former_place", [formerPlaceCells(place)]),
    sql`DELETE FROM agenda_former_place WHERE id IN (SELECT id FROM agenda_former_place WHERE left_at < ${retainedSince} ORDER BY left_at ${
      limitTo(sql, removed_max)
    }${dialect.forUpdateSkipLocked(sql)})`
  )

/** `LocationStore.formerPlaces`. */
export const findFormerPlaces = (
  database: SqlDatabase,
  uids: ReadonlyArray<number>,
  since: number,
  limit: number
): Effect.Effect<ReadonlyArray<FormerPlace>, SqlError | StoreError> =>
  Effect.flatMap(
    database.sql`SELECT * FROM agenda_former_place WHERE ${
      isOneOf(database, "location_uid", uids)
    } AND left_at >= ${since} ORDER BY left_at DESC, id DESC ${limitTo(database.sql, limit)}`,
    (rows) => readRows("LocationStore.formerPlaces", rows, formerPlaceOf)
  )
