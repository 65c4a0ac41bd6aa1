import { type AgendaClient, type EventDraft, ProblemError } from "@agenda-engine/client"

/** An event of another system, by its identifier there. */
export interface SourceEvent {
  readonly id: string
  readonly draft: EventDraft
}

/** Writes the events of another system to an agenda, and returns what was refused. It may be run again at any time. */
export const importEvents = async (client: AgendaClient, agendaUid: number, source: ReadonlyArray<SourceEvent>) => {
  const refused: Array<{ readonly id: string; readonly faults: ReadonlyArray<string> }> = []
  for (const { draft, id } of source) {
    try {
      await client.upsertEvent({ agendaUid, key: "tickets", value: id, body: draft })
    } catch (error) {
      if (!(error instanceof ProblemError && error.kind === "validation")) throw error
      refused.push({ id, faults: error.errors.map(({ code, field }) => `${field}: ${code}`) })
    }
  }
  return refused
}
