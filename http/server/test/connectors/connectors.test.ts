import { describe, it } from "vitest"
import { useDatabases } from "../cli/commands/useDatabases.js"
import { raceOnServers } from "./raceOnServers.js"

const { freshDatabase } = useDatabases()

describe("connectors that race on two servers over SQLite", () => {
  it("lose no row, and every change reaches a polling client", async () => {
    await raceOnServers(await freshDatabase("SQLite"), { slots: 20, time_ms: 2_000 })
  }, 180_000)
})
