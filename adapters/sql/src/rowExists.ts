import type { Fragment } from "@effect/sql/Statement"
import type { Words } from "./isOneOf.js"

/**
 * A row is there for the one that is asked about: `FROM` and `WHERE` of it, which say how an index finds it from that one. Postgres looks
 * rows up one by one or hashes them all, whichever costs less; a list of rows to be among it scans again and again once they do not fit its
 * memory. IS TRUE keeps it from becoming a join, which is quadratic until the first ANALYZE, of which a bulk import knows nothing.
 */
export const rowExists = ({ sql }: Words, rows: Fragment): Fragment => sql`(EXISTS (SELECT 1 FROM ${rows})) IS TRUE`
