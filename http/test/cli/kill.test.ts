import { describe, expect, it } from "vitest"
import { killWhileCreating, listAfterwards, prepare } from "./KillRound.js"
import { databaseKinds, useDatabases } from "./useDatabases.js"

const { freshDatabase } = useDatabases()

describe.each(databaseKinds)("a server killed while it creates events on %s", (kind) => {
  it("has kept every acknowledged event, once", async () => {
    const target = await prepare(await freshDatabase(kind))
    const acknowledged = await killWhileCreating(target, "only", 50)
    const found = await listAfterwards(target)
    expect(acknowledged.length).toBeGreaterThanOrEqual(50)
    expect(new Set(found).size).toBe(found.length)
    expect(acknowledged.filter((value) => !found.includes(value))).toEqual([])
  }, 240_000)
})
