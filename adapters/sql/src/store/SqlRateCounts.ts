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
        yield* sql`DELETE FROM agenda_rate_count WHERE minute < ${minute - 1}`
        const rows =
          yield* sql`INSERT INTO agenda_rate_count (minute, name, taken) SELECT CAST(${minute} AS BIGINT), r.name, r.taken FROM ${
            dialect.rows(sql, columns, JSON.stringify(added))
          } WHERE 1 = 1 ON CONFLICT (minute, name) DO UPDATE SET taken = agenda_rate_count.taken + excluded.taken RETURNING name, taken`
        return new Map(
          yield* readRows("RateCounts.add", rows, (row) => [Cell.text(row, "name"), Cell.real(row, "taken")] as const)
        )
      })
    )
})
