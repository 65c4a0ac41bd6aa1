import { Transaction } from "@agenda-engine/core/ports/Transaction"
import { markStale } from "@agenda-engine/core/services/maintenance/staleIndexes"
import * as SqliteStores from "@agenda-engine/sqlite/SqliteStores"
import * as Effect from "effect/Effect"
import { expect, it } from "vitest"
import { type RunCli, startCli } from "../runCli.js"
import type { Databases } from "./useDatabases.js"

/** What a process leaves that ends after it changed the fields of agenda 42. */
const leaveStale = (filename: string): Promise<void> =>
  Effect.flatMap(Transaction, ({ run }) => run(markStale([42]))).pipe(
    Effect.provide(SqliteStores.layer({ filename })),
    Effect.runPromise
  )

const warning = "searches miss some events; bring it up to date with: agenda-engine migrate up"

/** What commands say of a database that is not indexed to the end, however command lines are run. */
export const testWarnings = (runCli: RunCli, { fileOf, freshDatabase }: Databases): void => {
  it("commands that do not index warn of incomplete searches until migrate up", async () => {
    const database = await freshDatabase("SQLite")
    const run = (...args: ReadonlyArray<string>) => runCli([...args, "--database", database])
    expect((await run("agenda", "create", "--title", "Summer", "--uid", "42")).code).toBe(0)
    expect((await run("agenda", "list")).stderr).toBe("")
    await leaveStale(database.slice("sqlite:".length))

    expect(await run("export", "--agenda", "42", fileOf("stale.ndjson"))).toMatchObject({
      code: 0,
      stderr: expect.stringContaining(warning)
    })
    const server = startCli(["serve", "--port", "0", "--no-migrate", "--database", database])
    await server.line(/listening on/)
    server.signal("SIGTERM")
    expect((await server.finished).stderr).toContain(warning)

    expect((await run("migrate", "up")).code).toBe(0)
    expect((await run("agenda", "list")).stderr).toBe("")
  }, 240_000)
}
