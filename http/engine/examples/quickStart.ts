import { createAgendaEngine } from "@agenda-engine/engine"
import { createServer } from "node:http"

const engine = createAgendaEngine({ database: "sqlite:agenda.db" })
await engine.ready()
createServer(engine.node).listen(3000, "127.0.0.1")
