import type { AgendaEngine } from "@agenda-engine/engine"
import { createServer, type Server } from "node:http"

/** A server of `node:http` with the engine at its root. */
export const serverOn = (engine: AgendaEngine): Server => createServer(engine.node)
