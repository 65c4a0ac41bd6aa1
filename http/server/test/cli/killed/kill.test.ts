import { describe, expect, it } from "vitest"
import { useDatabases } from "../commands/useDatabases.js"
import { killWhileCreating, listAfterwards, prepare } from "./KillRound.js"

const { freshDatabase } = useDatabases()

describe("a server killed while it creates events", () => {
  it("stores every acknowledged event exactly once", async () => {
    const target = await prepare(await freshDatabase("SQLite"))
    const acknowledged = await killWhileCreating(target, "only", 50)
    const found = await listAfterwards(target)
    expect(acknowledged.length).toBeGreaterThanOrEqual(50)
    expect(new Set(found).size).toBe(found.length)
    expect(acknowledged.filter((value) => !found.includes(value))).toEqual([])
  }, 240_000)
})
