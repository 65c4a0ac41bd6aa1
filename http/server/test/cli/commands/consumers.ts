import { sampleChange } from "@agenda-engine/conformance/cases/changeCases"
import { ConsumerStore } from "@agenda-engine/core/ports/change/ConsumerStore"
import { Transaction } from "@agenda-engine/core/ports/Transaction"
import * as SqliteStores from "@agenda-engine/sqlite/SqliteStores"
import * as Effect from "effect/Effect"
import { expect, it } from "vitest"
import type { RunCli } from "../runCli.js"
import type { Databases } from "./useDatabases.js"

/** What a host has left in a database: a consumer with two parked changes, and an agenda that gives trouble. */
const troubled = Effect.gen(function*() {
  const store = yield* ConsumerStore
  const { run } = yield* Transaction
  const parked = { consumer: "search", attempts: 8, parkedAt: 0, dueAt: null, error: "no index" }
  const place = { consumer: "search", agendaUid: 2, generation: "log", position: 3, ordinal: 0, attempts: 2, dueAt: 0, error: "down" }
  yield* run(Effect.gen(function*() {
    yield* store.add("search")
    yield* store.putPlace({ ...place, missedAt: 1_000 })
    yield* Effect.forEach([sampleChange(4), sampleChange(5)], (change) => store.putParked({ ...parked, change }))
  }))
})

/** What holds of the commands of consumers, however command lines are run. */
export const testConsumers = (runCli: RunCli, { freshDatabase }: Databases): void => {
  it("consumer shows what consumers of a host could not handle, has it given again, and drops it", async () => {
    const database = await freshDatabase("SQLite")
    const run = async (line: string) => {
      const finished = await runCli([...line.split(" "), "--json"], { env: { AGENDA_DATABASE: database } })
      return finished.code === 0 ? JSON.parse(finished.stdout) : finished
    }
    await run("migrate up")
    await Effect.runPromise(Effect.provide(troubled, SqliteStores.layer({ filename: database.replace(/^sqlite:/, "") })))
    expect(await run("consumer list")).toEqual({
      consumers: [{
        name: "search",
        active: false,
        parked: 2,
        troubles: [{ agendaUid: 2, attempts: 2, dueAt: "1970-01-01T00:00:00.000Z", error: "down", missedAt: "1970-01-01T00:00:01.000Z" }]
      }]
    })
    const text = await runCli(["consumer", "list"], { env: { AGENDA_DATABASE: database } })
    expect(text.stdout).toContain("2 attempts, next at 1970-01-01T00:00:00.000Z: down")
    expect(await run("consumer parked search")).toMatchObject({ parked: [{ id: "1:4:0", due: false }, { id: "1:5:0", due: false }] })
    expect(await run("consumer retry --change 1:5:0 search")).toEqual({ retried: 1 })
    expect(await run("consumer parked search")).toMatchObject({ parked: [{ due: false }, { due: true, error: "no index", attempts: 8 }] })
    expect(await run("consumer retry --change 1:6:0 search")).toMatchObject({ code: 1, stderr: expect.stringContaining("parked change") })
    expect(await run("consumer drop --change 1:4:0 search")).toEqual({ dropped: 1 })
    expect(await run("consumer drop search")).toEqual({ dropped: 1 })
    expect(await run("consumer parked nobody")).toMatchObject({ code: 1, stderr: expect.stringContaining("consumer") })
    expect(await run("consumer delete search")).toEqual({ consumer: "search", deleted: true })
    expect(await run("consumer list")).toEqual({ consumers: [] })
  })
}
