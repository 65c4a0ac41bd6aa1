import { type AgendaEngine, EventQuery, operator } from "@agenda-engine/engine"

/** The events of an agenda that were changed or removed since an instant in epoch milliseconds, oldest change first. */
export const changesSince = async ({ services }: AgendaEngine, uid: number, since: number) => {
  const authorization = await services.access.authorize(operator, { _tag: "Uid", uid }, "events:read")
  return services.events.list(authorization, EventQuery.make({ updatedAt: { gte: since }, removed: "with", sort: "updatedAt.asc" }))
}
