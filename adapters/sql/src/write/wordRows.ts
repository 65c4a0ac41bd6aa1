import type { Row } from "@effect/sql/SqlConnection"
import type { Constructor, Statement } from "@effect/sql/Statement"
import { insertRows } from "../database/Change.js"
import type { Dialect } from "../database/Dialect.js"
import { locationWordTable } from "../database/indexTables.js"

const locationWordColumns = { word: "text", location_uid: "integer" } as const

/** The words of a location, as in `locationWordTable`. */
export interface LocationWords {
  readonly locationUid: number
  readonly words: ReadonlyArray<string>
}

/** Inserts the words of some locations. */
export const insertLocationWords = (
  sql: Constructor,
  dialect: Dialect,
  locations: ReadonlyArray<LocationWords>
): Statement<Row> =>
  insertRows(sql, dialect, {
    table: locationWordTable,
    columns: locationWordColumns,
    rows: locations.flatMap(({ locationUid, words }) => words.map((word) => ({ word, location_uid: locationUid })))
  })
