import type { Row } from "@effect/sql/SqlConnection"

/** Runs a statement on a connection. */
export interface Run {
  (text: string, parameters: ReadonlyArray<unknown>): ReadonlyArray<Row>
}

/** Runs statements and buffers term inserts. `writing` flushes the buffer, one event per step. */
interface GatheringRun extends Run {
  readonly writing: () => Generator<void>
}

/** Inserts the terms of an event: its uid, and the terms separated by spaces. */
export const insertTerms = "INSERT INTO agenda_event_fulltext (rowid, terms) VALUES (?, ?)"

/** Statements that need the buffer flushed first. */
const needsTerms = /agenda_event_fulltext|^(COMMIT|SAVEPOINT)/

/** Maximum number of buffered events. */
const buffered_max = 1_000

/**
 * Wraps `run` with a buffer of term inserts per transaction. FTS5 batches inserts of ascending uids in memory; a lower
 * uid, a savepoint or a multi-row statement makes it flush dozens of pages and merge them later. So the inserts of a
 * transaction are deferred and run together in uid order.
 */
export const bufferTermInserts = (run: Run, isInTransaction: () => boolean): GatheringRun => {
  let buffer: Array<ReadonlyArray<unknown>> = []
  function* writing(): Generator<void> {
    for (const row of buffer.toSorted(([left], [right]) => Number(left) - Number(right))) yield void run(insertTerms, row)
    // Cleared only after all succeeded: if one fails, the transaction must not commit without the rest.
    buffer = []
  }
  const flush = (): void => {
    for (const _ of writing());
  }
  const gathering: Run = (text, parameters) => {
    if (text === insertTerms && isInTransaction()) {
      buffer.push(parameters)
      if (buffer.length >= buffered_max) flush()
      return []
    }
    if (buffer.length > 0) {
      // All buffered inserts belong to the current savepoint.
      if (text.startsWith("ROLLBACK")) buffer = []
      else if (needsTerms.test(text)) flush()
    }
    return run(text, parameters)
  }
  return Object.assign(gathering, { writing })
}
