import { describe, expect, it } from "vitest"
import { raceIn } from "../../sync/RacedAgenda.js"
import { databaseKinds, useDatabases } from "../commands/useDatabases.js"
import { retryAfterKill } from "./RetryRound.js"

const { freshDatabase } = useDatabases()

const rounds = 12

describe.each(databaseKinds)("creates with an Idempotency-Key on a server that is killed repeatedly on %s", (kind) => {
  it("are stored once after retries, which return the first responses", async () => {
    const agenda = await raceIn(await freshDatabase(kind))
    let attempted = 0
    const foundAgain: Array<string> = []
    for (let round = 0; round < rounds; round++) {
      const { attempts, faults, found, titles } = await retryAfterKill(agenda, `${round}`, 1 + round * 7)
      attempted += attempts
      foundAgain.push(...found)
      expect(faults).toEqual([])
      expect([titles.length, new Set(titles).size]).toEqual([attempted, attempted])
    }
    // In the last round the kill came late enough for the answer that is lost on its way.
    expect(foundAgain).toContain(`${rounds - 1}-0-0`)
  })
})
