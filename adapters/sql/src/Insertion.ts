import type { CellType } from "./Dialect.js"
import type { Cells } from "./upsert.js"

/** Any number of rows that a table is to have besides, each with these columns. A cell that a row leaves out is null. */
export interface Insertion {
  readonly table: string
  readonly columns: { readonly [name: string]: CellType }
  readonly rows: ReadonlyArray<Cells>
}
