import { describe, expect, it } from "vitest"
import { isNight } from "../../../../../core/test/repository/ofFull.js"
import { databaseKinds, useDatabases } from "../commands/useDatabases.js"
import { countEvents, killWhileCreating, listEvents, prepare, serve } from "./KillRound.js"

const { freshDatabase } = useDatabases()

const rounds = isNight ? 200 : 4

/** Rounds in which the events before the kill grow from one to `events_max`; then they start at one again. */
const turn_rounds = isNight ? 25 : 4

const events_max = 204

describe.each(databaseKinds)("a server killed repeatedly while it creates events on %s", (kind) => {
  it("stores every acknowledged event of every round exactly once, and none in part", async () => {
    const target = await prepare(await freshDatabase(kind))
    const acknowledged: Array<string> = []
    let served = await serve(target)
    for (let round = 0; round < rounds; round++) {
      const events_min = 1 + Math.round(((round % turn_rounds) * events_max) / (turn_rounds - 1))
      acknowledged.push(...await killWhileCreating(served, `${round}`, events_min))
      served = await serve(target)
      const found = await listEvents(served)
      const kept = new Set(found)
      expect(kept.size).toBe(found.length)
      expect(acknowledged.filter((value) => !kept.has(value))).toEqual([])
      const counts = await countEvents(served)
      expect(counts).toEqual(counts.map(() => found.length))
    }
    served.server.signal("SIGTERM")
    await served.server.finished
    expect(acknowledged.length).toBeGreaterThan(rounds * 50)
  }, isNight ? 3_600_000 : 600_000)
})
