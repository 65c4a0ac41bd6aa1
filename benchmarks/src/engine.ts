import { fileURLToPath } from "node:url"
import type { Script } from "./process/NodeProcess.js"

const bin = fileURLToPath(import.meta.resolve("@agenda-engine/http/package.json")).replace(/package\.json$/, "bin/agenda-engine.js")

/** The engine's command line on a database, its access log off. */
export const engine = (database: string, ...args: ReadonlyArray<string>): Script => ({
  path: bin,
  args: [...args, "--database", database],
  env: { AGENDA_ACCESS_LOG: "false" }
})
