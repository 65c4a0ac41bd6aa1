import type { Row } from "@effect/sql/SqlConnection"

/** Runs a statement on a connection. */
export interface Run {
  (text: string, parameters: ReadonlyArray<unknown>): ReadonlyArray<Row>
}

/** Runs statements, and writes the terms that wait, those of one event at a step. */
interface GatheringRun extends Run {
  readonly writing: () => Generator<void>
}

/** Writes the terms of an event: its uid, and the terms with spaces between. */
export const insertTerms = "INSERT INTO agenda_event_term (rowid, terms) VALUES (?, ?)"

/** Statements that see terms, or have to find them written. */
const needsTerms = /agenda_event_term|^(COMMIT|SAVEPOINT)/

/** Events whose terms wait: more of them are not held in memory. */
const waiting_max = 1_000

/**
 * Runs statements, of which those that write terms wait in a transaction for the first one that may tell whether they ran. FTS5 gathers the
 * terms of events that come one behind the other by rising uid, and writes them together; a lower uid, a savepoint and any statement of several
 * rows make it write what it has, dozens of pages, and later merge them. So events that come in one transaction are given to it at once, in order.
 */
export const gatherTerms = (run: Run, isInTransaction: () => boolean): GatheringRun => {
  let waiting: Array<ReadonlyArray<unknown>> = []
  function* writing(): Generator<void> {
    for (const row of waiting.toSorted(([left], [right]) => Number(left) - Number(right))) yield void run(insertTerms, row)
    // Only now: where one of them fails, the transaction must not be kept without the others.
    waiting = []
  }
  const write = (): void => {
    for (const _ of writing());
  }
  const gathering: Run = (text, parameters) => {
    if (text === insertTerms && isInTransaction()) {
      waiting.push(parameters)
      if (waiting.length >= waiting_max) write()
      return []
    }
    if (waiting.length > 0) {
      // All that wait came since the last savepoint began.
      if (text.startsWith("ROLLBACK")) waiting = []
      else if (needsTerms.test(text)) write()
    }
    return run(text, parameters)
  }
  return Object.assign(gathering, { writing })
}
