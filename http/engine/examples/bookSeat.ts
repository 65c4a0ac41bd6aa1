import { type AgendaEngine, type EventDraft, operator } from "@agenda-engine/engine"

/** A statement, as `compile()` of Kysely makes it. Drizzle names its parameters `params`. */
interface Statement {
  readonly sql: string
  readonly parameters: ReadonlyArray<unknown>
}

/** Creates an event, and a row of the host's own for it, or neither. Returns the uid of the event. */
export const bookSeat = (
  engine: AgendaEngine,
  agendaUid: number,
  draft: EventDraft,
  insertSeat: (eventUid: number) => Statement
): Promise<number> =>
  engine.transaction(async (tx) => {
    const authorization = await tx.services.access.authorize(operator, { _tag: "Uid", uid: agendaUid }, "events:write")
    const { event } = await tx.services.events.create(authorization, draft, { lang: null })
    const { parameters, sql } = insertSeat(event.uid)
    await tx.query(sql, parameters)
    return event.uid
  })
