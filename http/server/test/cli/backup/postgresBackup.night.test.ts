import { expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { execFileSync } from "node:child_process"
import { startInstalled } from "../../../../../adapters/postgres/test/startServer.js"
import { useDatabases } from "../commands/useDatabases.js"
import { runCli } from "../runCli.js"

const { fileOf } = useDatabases()

/** Two databases on a server of the system's Postgres, whose pg_dump fits it. */
const twoDatabases = Effect.gen(function*() {
  const url = yield* startInstalled
  execFileSync("psql", [url, "-qc", "CREATE DATABASE first", "-c", "CREATE DATABASE second"])
  const named = (name: string) => url.replace(/\/postgres$/, `/${name}`)
  return [named("first"), named("second")] as const
})

it.scopedLive("a backup of Postgres is restored with its keys, into an empty database only", () =>
  Effect.gen(function*() {
    const [first, second] = yield* twoDatabases
    const run = (database: string, ...args: ReadonlyArray<string>) =>
      Effect.promise(() => runCli(args, { env: { AGENDA_DATABASE: database } }))
    const file = fileOf("agenda.dump")
    yield* run(first, "agenda", "create", "--title", "Summer")
    const { stdout: created } = yield* run(first, "key", "create", "--kind", "public", "--json")
    expect(yield* run(first, "backup", file)).toMatchObject({ code: 0, stdout: expect.stringContaining("1 agendas and 0 events") })
    expect(yield* run(second, "restore", file)).toMatchObject({ code: 0 })
    expect((yield* run(second, "agenda", "list")).stdout).toContain("Summer")
    expect((yield* run(second, "key", "list")).stdout).toContain(JSON.parse(created).id)
    yield* run(second, "agenda", "create", "--title", "Winter")
    const refused = { code: 1, stderr: expect.stringMatching(/with 2 agendas and 0 events is not empty: create an empty one/) }
    expect(yield* run(second, "restore", file, "--yes")).toMatchObject(refused)
    expect((yield* run(second, "agenda", "list")).stdout).toContain("Winter")
    const asked = new URL(first)
    asked.searchParams.set("password", asked.password)
    asked.password = ""
    expect(yield* run(asked.href, "backup", fileOf("asked.dump"))).toMatchObject({ code: 0 })
    const wrong = first.replace(/:\/\/postgres:agenda/, "://postgres:canary")
    const failed = yield* run(wrong, "backup", fileOf("wrong.dump"))
    expect(failed.code).toBe(1)
    expect(failed.stderr).not.toContain("canary")
  }), 120_000)
