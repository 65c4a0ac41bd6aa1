import { describe, expect, it } from "vitest"
import { isNight } from "../../../../../core/test/repository/ofFull.js"
import { raceIn } from "../../sync/RacedAgenda.js"
import { databaseKinds, useDatabases } from "../commands/useDatabases.js"
import { retryAfterKill, serve } from "./RetryRound.js"

const { freshDatabase } = useDatabases()

const rounds = isNight ? 24 : 4

/** Acknowledged creates before the last kill. */
const acknowledged_max = 78

describe.each(databaseKinds)("creates with an Idempotency-Key on a server that is killed repeatedly on %s", (kind) => {
  it("are stored once after retries, which return the first responses", async () => {
    const agenda = await raceIn(await freshDatabase(kind))
    let server = await serve(agenda)
    let attempted = 0
    const foundAgain: Array<string> = []
    for (let round = 0; round < rounds; round++) {
      const acknowledged_min = 1 + Math.round((round * (acknowledged_max - 1)) / (rounds - 1))
      const { attempts, faults, found, served, titles } = await retryAfterKill(agenda, server, `${round}`, acknowledged_min)
      server = served
      attempted += attempts
      foundAgain.push(...found)
      expect(faults).toEqual([])
      expect([titles.length, new Set(titles).size]).toEqual([attempted, attempted])
    }
    server.server.signal("SIGTERM")
    await server.server.finished
    // In the last round the kill came late enough for the answer that is lost on its way.
    expect(foundAgain).toContain(`${rounds - 1}-0-0`)
  }, isNight ? 1_800_000 : 600_000)
})
