import type { AgendaEngine } from "@agenda-engine/engine"

/** Where a host keeps its index, and the cursor of the last change that is in it. */
export interface SearchIndex {
  readonly put: (uid: number, event: unknown) => Promise<void>
  readonly remove: (uid: number) => Promise<void>
  cursor: string | undefined
}

/** Brings an index up to date with the events of all agendas, from a scheduler or at the end of a script. */
export const indexChanges = async (engine: AgendaEngine, index: SearchIndex) => {
  for await (const { cursor, event, type, uid } of engine.changes({ after: index.cursor, detailed: true, wait: false })) {
    if (type === "event") await (event === null ? index.remove(uid) : index.put(uid, event))
    index.cursor = cursor
  }
}
