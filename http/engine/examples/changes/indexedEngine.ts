import { type Change, createAgendaEngine, type EngineOptions } from "@agenda-engine/engine"

/** Where a host keeps what it shows of events. */
export interface EventIndex {
  readonly put: (uid: number, event: NonNullable<Change["after"]>) => Promise<void>
  readonly remove: (uid: number) => Promise<void>
}

/** An engine that keeps an index in step with the events of all agendas, in whichever process it runs. */
export const indexedEngine = (database: EngineOptions["database"], index: EventIndex) =>
  createAgendaEngine({
    database,
    changes: {
      search: async (batch) => {
        for (const { after, type, uid } of batch) {
          if (type === "event") await (after === null ? index.remove(uid) : index.put(uid, after))
        }
      }
    }
  })
