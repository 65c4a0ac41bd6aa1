import type { AgendaEngine, EventDraft } from "@agenda-engine/engine"

/** Creates an event in the name of a user of the host, with no more rights than the user has. Answers its uid. */
export const createAsUser = async (engine: AgendaEngine, userId: string, agendaUid: number, draft: EventDraft): Promise<number> => {
  const { event } = await engine.as(userId).events.create(agendaUid, draft)
  return event.uid
}
