import * as HashMap from "effect/HashMap"
import * as Layer from "effect/Layer"
import { EventHistory } from "../../ports/event/EventHistory.js"
import type { MemoryDatabase } from "../MemoryDatabase.js"
import { changesOf } from "./memoryEvents.js"

/** The state changes of events in memory. */
export const layer = (database: MemoryDatabase): Layer.Layer<EventHistory> =>
  Layer.succeed(EventHistory, {
    add: (change) =>
      database.write("EventHistory.add", (state) => ({
        ...state,
        stateChanges: HashMap.set(state.stateChanges, change.eventUid, [...changesOf(state, change.eventUid), change])
      })),
    find: (eventUids) => database.read((state) => [...new Set(eventUids)].flatMap((uid) => changesOf(state, uid)))
  })
