import { type AgendaEngine, createAgendaEngine } from "@agenda-engine/engine"

/** The session of a user of the host. */
interface Session {
  readonly userId: string
  readonly name: string
  /** Epoch milliseconds. */
  readonly expiresAt: number
}

/** An engine that the users of a host call with the cookie of their session. */
export const engineFor = (findSession: (cookie: string | null) => Promise<Session | null>): AgendaEngine =>
  createAgendaEngine({
    database: "memory",
    auth: ({ headers }) => findSession(headers.get("cookie"))
  })
