import { type Change, createAgendaEngine, type EngineOptions, Invalid } from "@agenda-engine/engine"

/** What a host does with changes. */
export interface Reactions {
  readonly index: (batch: ReadonlyArray<Change>) => Promise<void>
  readonly evict: (eventUid: number) => void
}

/** An engine whose host reacts to changes. */
export const reactingEngine = (database: EngineOptions["database"], { evict, index }: Reactions) => {
  const engine = createAgendaEngine({
    database,
    // Every change at least once, whatever stops in between: for an index, a queue, mails.
    changes: { search: async (batch) => index(batch) },
    hooks: {
      // In the transaction of the write, which it may change or refuse: for rules of the host.
      beforeWrite: async ({ draft, mode }) => {
        if (mode !== "create" || "keywords" in draft) return draft
        throw new Invalid({ subject: "data", issues: [{ code: "required", field: "keywords", message: "the town wants keywords" }] })
      }
    }
  })
  // After each commit of this process, best effort: for caches.
  engine.on("event", ({ uid }) => evict(uid))
  return engine
}
