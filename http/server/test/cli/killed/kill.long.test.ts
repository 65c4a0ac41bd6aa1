import { describe, expect, it } from "vitest"
import { isNight } from "../../../../../core/test/repository/ofFull.js"
import { databaseKinds, useDatabases } from "../commands/useDatabases.js"
import { killWhileCreating, listEvents, prepare, serve } from "./KillRound.js"

const { freshDatabase } = useDatabases()

const rounds = isNight ? 24 : 4

/** The last kill comes after so many events. */
const events_max = 204

describe.each(databaseKinds)("a server killed repeatedly while it creates events on %s", (kind) => {
  it("stores every acknowledged event of every round exactly once", async () => {
    const target = await prepare(await freshDatabase(kind))
    const acknowledged: Array<string> = []
    let served = await serve(target)
    for (let round = 0; round < rounds; round++) {
      const events_min = 1 + Math.round((round * events_max) / (rounds - 1))
      acknowledged.push(...await killWhileCreating(served, `${round}`, events_min))
      served = await serve(target)
      const found = await listEvents(served)
      const kept = new Set(found)
      expect(kept.size).toBe(found.length)
      expect(acknowledged.filter((value) => !kept.has(value))).toEqual([])
    }
    served.server.signal("SIGTERM")
    await served.server.finished
    expect(acknowledged.length).toBeGreaterThan(rounds * 50)
  }, isNight ? 1_800_000 : 600_000)
})
