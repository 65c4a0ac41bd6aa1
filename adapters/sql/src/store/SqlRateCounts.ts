import type { SharedCounts } from "@agenda-engine/core/ports/host/RateCounts"
import * as Effect from "effect/Effect"
import * as Cell from "../database/Cell.js"
import { readRows } from "../database/readRows.js"
import type { SqlDatabase } from "../database/SqlDatabase.js"

const columns = { name: "text", taken: "real" } as const

/** `RateCounts` of a database. */
export const makeRateCounts = ({ dialect, sql, writeUnchecked }: SqlDatabase): SharedCounts => ({
  add: (minute, counts) =>
    writeUnchecked(
      "RateCounts.add",
      Effect.gen(function*() {
        // In one order, so that processes wait for each other and never in a circle.
        const added = [...counts].map(([name, taken]) => ({ name, taken })).toSorted((left, right) => left.name < right.name ? -1 : 1)
        const given = dialect.rows(sql, columns, JSON.stringify(added))
        yield* sql`DELETE FROM agenda_rate_count WHERE minute < ${minute - 1}`
        yield* sql`INSERT INTO agenda_rate_count (minute, name, taken) SELECT CAST(${minute} AS BIGINT), r.name, r.taken FROM ${given}
          WHERE 1 = 1 ON CONFLICT (minute, name) DO UPDATE SET taken = agenda_rate_count.taken + excluded.taken`
        const rows = yield* sql`SELECT c.name, c.minute, c.taken FROM agenda_rate_count c WHERE c.minute >= ${
          minute - 1
        } AND c.name IN (SELECT r.name FROM ${given})`
        return yield* readRows("RateCounts.add", rows, (row) => ({
          name: Cell.text(row, "name"),
          minute: Cell.integer(row, "minute"),
          taken: Cell.real(row, "taken")
        }))
      })
    )
})
