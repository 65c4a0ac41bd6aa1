import type { PostgresServer } from "@agenda-engine/postgres/PostgresDatabase"
import * as PostgresMigrations from "@agenda-engine/postgres/PostgresMigrations"
import * as NodeContext from "@effect/platform-node/NodeContext"
import * as Command from "@effect/platform/Command"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as Stream from "effect/Stream"
import { Failure } from "../../output/Failure.js"
import type { DatabaseBackup } from "../Database.js"

/** The URL without its password, which processes of other users could read, and the variable that has it. */
const connectionOf = (url: Redacted.Redacted): { readonly address: string; readonly env: { readonly [name: string]: string } } => {
  const address = new URL(Redacted.value(url))
  const password = decodeURIComponent(address.password)
  address.password = ""
  return { address: address.href, env: password === "" ? {} : { PGPASSWORD: password } }
}

/** Runs a program of Postgres, which has to be on the path. */
const runProgram = (
  name: string,
  args: ReadonlyArray<string>,
  env: { readonly [name: string]: string } = {}
): Effect.Effect<void, Failure> =>
  Effect.scoped(Effect.gen(function*() {
    const { exitCode, stderr, stdout } = yield* Command.start(Command.env(Command.make(name, ...args), env))
    const [code, said] = yield* Effect.all([exitCode, Stream.mkString(Stream.decodeText(stderr)), Stream.runDrain(stdout)], {
      concurrency: "unbounded"
    })
    if (code !== 0) return yield* new Failure({ message: `${name} failed: ${said.trim()}` })
  })).pipe(
    Effect.catchTags({
      BadArgument: ({ message }) => new Failure({ message: `${name} failed: ${message}` }),
      SystemError: ({ message, reason }) =>
        new Failure({ message: reason === "NotFound" ? `${name} is not installed` : `${name} failed: ${message}` })
    }),
    Effect.provide(NodeContext.layer)
  )

/** Backup of a Postgres database: an archive of pg_dump in its custom format. */
export const postgresBackup = (server: PostgresServer): DatabaseBackup => {
  const { address, env } = connectionOf(server.url)
  return {
    kind: "postgres",
    copyTo: (file) => runProgram("pg_dump", ["--format=custom", "--no-owner", `--file=${file}`, `--dbname=${address}`], env),
    factsOf: (file) => Effect.as(runProgram("pg_restore", ["--list", file]), null),
    lastAt: PostgresMigrations.lastBackupAt(server),
    note: (at) => PostgresMigrations.noteBackup(server, at),
    restoreFrom: (file) =>
      runProgram("pg_restore", ["--clean", "--if-exists", "--no-owner", "--single-transaction", `--dbname=${address}`, file], env).pipe(
        Effect.zipRight(PostgresMigrations.expireCursors(server)),
        Effect.as({ aside: null })
      )
  }
}
