import type { EventSearch } from "@agenda-engine/core/ports/event/EventSearch"
import type * as Context from "effect/Context"
import type { SqlDatabase } from "../database/SqlDatabase.js"
import { findTransitions } from "../read/findTransitions.js"
import { readWords } from "../read/readWords.js"
import { makeRecordCaches, searchEvents } from "../read/searchEvents.js"

/** `EventSearch` in an SQL database. */
export const make = (database: SqlDatabase): Context.Tag.Service<EventSearch> => {
  const caches = makeRecordCaches()
  return {
    search: (plan, { counts, read } = {}) => searchEvents(database, caches, plan, counts ?? null, read ?? null),
    transitions: (plan) => findTransitions(database, plan),
    words: (scope, beginning) => {
      const operation = "EventSearch.words"
      return database.longSnapshot(operation, readWords(database, operation, scope, beginning))
    }
  }
}
