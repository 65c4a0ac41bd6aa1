import type { AgendaClient, Event } from "@agenda-engine/client"

/** What a host does with changed and removed events. */
export interface ChangeHandler {
  readonly changed: (event: Event) => Promise<void>
  readonly removed: (eventUid: number) => Promise<void>
}

/**
 * Handles the events that were written or removed since an instant, oldest first. Returns the instant to begin with the
 * next time. An event may be handled twice, but none is missed.
 */
export const followChanges = async (client: AgendaClient, agendaUid: number, since: string, handler: ChangeHandler) => {
  let next = since
  const changes = client.listEvents({ agendaUid, query: { updatedAt: { gte: since }, removed: null, sort: "updatedAt.asc" } })
  for await (const event of changes) {
    if (event.removed) await handler.removed(event.uid)
    else await handler.changed(event)
    next = event.updatedAt
  }
  return next
}
