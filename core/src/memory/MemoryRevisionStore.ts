import * as HashMap from "effect/HashMap"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { RevisionStore } from "../ports/RevisionStore.js"
import type { MemoryDatabase } from "./MemoryDatabase.js"
import type { MemoryState } from "./MemoryState.js"

const revisionOf = ({ revisions }: MemoryState, topic: string): number => Option.getOrElse(HashMap.get(revisions, topic), () => 0)

/** The store of revision counters in memory. */
export const layer = (database: MemoryDatabase): Layer.Layer<RevisionStore> =>
  Layer.succeed(RevisionStore, {
    read: (topics) => database.read((state) => topics.map((topic) => revisionOf(state, topic))),
    bump: (topics) =>
      database.write("RevisionStore.bump", (state) => ({
        ...state,
        revisions: topics.reduce((bumped, topic) => HashMap.set(bumped, topic, revisionOf(state, topic) + 1), state.revisions)
      })),
    raise: (topic, revision) =>
      database.write("RevisionStore.raise", (state) => ({
        ...state,
        revisions: HashMap.set(state.revisions, topic, Math.max(revisionOf(state, topic), revision))
      }))
  })
