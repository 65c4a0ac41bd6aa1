import { describe, expect, it } from "vitest"
import { raceIn } from "../../sync/RacedAgenda.js"
import { useDatabases } from "../commands/useDatabases.js"
import { retryAfterKill } from "./RetryRound.js"

const { freshDatabase } = useDatabases()

describe("creates with an Idempotency-Key on a server that is killed on SQLite", () => {
  it("are stored once after retries, which return the first responses", async () => {
    const { acknowledged, attempts, faults, found, titles } = await retryAfterKill(await raceIn(await freshDatabase("SQLite")), "only", 40)
    expect(acknowledged.length).toBeGreaterThanOrEqual(40)
    expect(faults).toEqual([])
    expect(found).toContain("only-0-0")
    expect([titles.length, new Set(titles).size]).toEqual([attempts, attempts])
  }, 180_000)
})
