import type { CellType } from "./Dialect.js"
import type { Cells } from "./upsert.js"

/** Rows to insert into a table. A missing cell is null. */
export interface Insertion {
  readonly table: string
  readonly columns: { readonly [name: string]: CellType }
  readonly rows: ReadonlyArray<Cells>
}
