import type { AgendaEngine } from "@agenda-engine/engine"

/** What `app/calendar/[[...path]]/route.ts` exports, for an engine with the `basePath` `/calendar`. */
export const routesOn = ({ handler }: AgendaEngine) => ({
  GET: handler,
  HEAD: handler,
  POST: handler,
  PUT: handler,
  PATCH: handler,
  DELETE: handler,
  OPTIONS: handler
})
