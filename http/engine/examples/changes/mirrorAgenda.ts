import { type AgendaClient, mirrorEvents } from "@agenda-engine/client"

/** Where a host keeps what it shows of an event, and the cursor of the last change. */
export interface TitleTable {
  readonly rows: Map<number, string>
  cursor: string | undefined
}

/** Keeps the titles of the events of an agenda in step until the signal aborts it, and goes on where it ended. */
export const mirrorAgenda = (client: AgendaClient, agendaUid: number, table: TitleTable, signal: AbortSignal) =>
  mirrorEvents(client, { agendaUid, after: table.cursor, signal }, {
    put: ({ title, uid }) => void table.rows.set(uid, title.en ?? ""),
    remove: (uid) => void table.rows.delete(uid),
    uids: () => [...table.rows.keys()],
    reached: (next) => {
      table.cursor = next
    }
  })
