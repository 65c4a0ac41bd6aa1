import type { StoreError } from "@agenda-engine/core/domain/error/EngineError"
import type { PostgresServer } from "@agenda-engine/postgres/PostgresDatabase"
import * as PostgresInspection from "@agenda-engine/postgres/PostgresInspection"
import * as PostgresMigrations from "@agenda-engine/postgres/PostgresMigrations"
import * as NodeContext from "@effect/platform-node/NodeContext"
import * as Command from "@effect/platform/Command"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as Stream from "effect/Stream"
import { Failure } from "../../output/Failure.js"
import type { DatabaseBackup } from "../Database.js"

/** How programs of Postgres connect: a URL without password, which other users of the machine could read. */
interface Connection {
  readonly address: string
  /** The variable that has the password, if there is one. */
  readonly env: { readonly [name: string]: string }
}

/** Escapes each `%` that begins no escape, which node-postgres takes for itself. */
const escapeStray = (text: string): string => text.replaceAll(/%(?![\da-f]{2})/gi, "%25")

/** Decodes percent-escapes. A password that is no UTF-8 is a failure, which does not show it. */
const decode = (text: string): Effect.Effect<string, Failure> =>
  Effect.try({
    try: () => decodeURIComponent(escapeStray(text)),
    catch: () => new Failure({ message: "the URL of the database has percent-escapes that are no UTF-8" })
  })

/** The connection of `postgres://USER:PASSWORD@HOST/NAME?PARAMETERS`, whose parts but the scheme may be absent. */
export const connectionOf = (url: Redacted.Redacted): Effect.Effect<Connection, Failure> =>
  Effect.gen(function*() {
    const [, scheme = "", credentials = "", place = "", query = ""] =
      /^([^:]*:\/\/)(?:([^/?#]*)@)?([^?#]*)(?:\?([^#]*))?/.exec(Redacted.value(url)) ?? []
    const [user = "", ...passwords] = credentials.split(":")
    const parameters = query.split("&").filter((parameter) => parameter !== "")
    const isPassword = (parameter: string) => new URLSearchParams(parameter).has("password")
    const asked = parameters.filter(isPassword).at(-1)?.split("=").slice(1).join("=")
    // The parameter comes before the credentials, as in node-postgres.
    const password = yield* decode(asked ? asked.replaceAll("+", " ") : passwords.join(":"))
    const others = parameters.filter((parameter) => !isPassword(parameter)).join("&")
    return {
      address: escapeStray(`${scheme}${user === "" ? "" : `${user}@`}${place}${others === "" ? "" : `?${others}`}`),
      env: password === "" ? {} : { PGPASSWORD: password }
    }
  })

/** Runs a program of Postgres, which has to be on the path, and returns what it prints. */
const runProgram = (
  name: string,
  args: ReadonlyArray<string>,
  env: { readonly [name: string]: string } = {}
): Effect.Effect<string, Failure> =>
  Effect.scoped(Effect.gen(function*() {
    const { exitCode, stderr, stdout } = yield* Command.start(Command.env(Command.make(name, ...args), env))
    const textOf = (stream: typeof stdout) => Stream.mkString(Stream.decodeText(stream))
    const [code, said, printed] = yield* Effect.all([exitCode, textOf(stderr), textOf(stdout)], { concurrency: "unbounded" })
    if (code !== 0) return yield* new Failure({ message: `${name} failed: ${said.trim()}` })
    return printed
  })).pipe(
    Effect.catchTags({
      BadArgument: ({ message }) => new Failure({ message: `${name} failed: ${message}` }),
      SystemError: ({ message, reason }) =>
        new Failure({ message: reason === "NotFound" ? `${name} is not installed` : `${name} failed: ${message}` })
    }),
    Effect.provide(NodeContext.layer)
  )

/** Fails unless `pg_dump` is installed in a version that is not older than the server: it refuses a newer one. */
const checkVersion = (server: PostgresServer): Effect.Effect<void, Failure | StoreError> =>
  Effect.gen(function*() {
    const own = Number(/(\d+)/.exec(yield* runProgram("pg_dump", ["--version"]))?.[1])
    const other = yield* PostgresInspection.serverVersion(server)
    if (own < other) return yield* new Failure({ message: `pg_dump has version ${own}, and the server version ${other}` })
  })

/** Backup of a Postgres database: an archive of pg_dump in its custom format. */
export const postgresBackup = (server: PostgresServer): DatabaseBackup => ({
  kind: "postgres",
  copyTo: (file) =>
    Effect.flatMap(
      connectionOf(server.url),
      ({ address, env }) =>
        Effect.asVoid(runProgram("pg_dump", ["--format=custom", "--no-owner", `--file=${file}`, `--dbname=${address}`], env))
    ),
  factsOf: (file) => Effect.as(runProgram("pg_restore", ["--list", file]), null),
  ready: checkVersion(server),
  lastAt: PostgresMigrations.lastBackupAt(server),
  note: (at) => PostgresMigrations.noteBackup(server, at),
  restoreFrom: (file) =>
    Effect.flatMap(
      connectionOf(server.url),
      ({ address, env }) => runProgram("pg_restore", ["--no-owner", "--single-transaction", `--dbname=${address}`, file], env)
    ).pipe(
      Effect.zipRight(PostgresMigrations.expireCursors(server)),
      Effect.as({ aside: null })
    )
})
