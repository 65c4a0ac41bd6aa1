import { type AgendaEngine, EventQuery, operator } from "@agenda-engine/engine"

/** The events of an agenda that have not ended, the next one first. */
export const listUpcoming = async ({ services }: AgendaEngine, uid: number) => {
  const authorization = await services.access.authorize(operator, { _tag: "Uid", uid }, "events:read")
  return services.events.list(authorization, EventQuery.make({ relative: ["current", "upcoming"] }))
}
