import { describe, expect, it } from "vitest"
import { databaseKinds, useDatabases } from "../commands/useDatabases.js"
import { killWhileCreating, listAfterwards, prepare } from "./KillRound.js"

const { freshDatabase } = useDatabases()

const rounds = 8

describe.each(databaseKinds)("a server killed repeatedly while it creates events on %s", (kind) => {
  it("stores every acknowledged event of every round exactly once", async () => {
    const target = await prepare(await freshDatabase(kind))
    const acknowledged: Array<string> = []
    for (let round = 0; round < rounds; round++) {
      acknowledged.push(...await killWhileCreating(target, `${round}`, 1 + round * 29))
      const found = await listAfterwards(target)
      const kept = new Set(found)
      expect(kept.size).toBe(found.length)
      expect(acknowledged.filter((value) => !kept.has(value))).toEqual([])
    }
    expect(acknowledged.length).toBeGreaterThan(rounds * 50)
  })
})
