import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import { existsSync } from "node:fs"
import { writeFile } from "node:fs/promises"
import { join } from "node:path"
import { freePort, runProgram } from "../../../../benchmarks/src/postgres/EmbeddedServer.js"
import { enterableFolder, onFiles, serverUser } from "../../../../benchmarks/src/postgres/reachable.js"

const program = ["/usr/sbin/pgbouncer", "/usr/local/bin/pgbouncer"].find((path) => existsSync(path)) ?? "pgbouncer"

const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`

/**
 * Starts PgBouncer in transaction mode before a server. Takes the URL of a database of the server, and answers that of
 * the database by the pooler. Each transaction gets the connection that was used longest ago, so that following ones
 * have different connections.
 */
export const startPooler = (server: string): Effect.Effect<(url: string) => string, Error, Scope.Scope> =>
  Effect.gen(function*() {
    const { hostname, password, port, username } = new URL(server)
    const user = yield* serverUser
    const folder = yield* enterableFolder(user)
    const file = join(folder, "pgbouncer.ini")
    const own = yield* freePort
    const settings = {
      listen_addr: "127.0.0.1",
      listen_port: own,
      unix_socket_dir: "",
      auth_type: "any",
      pool_mode: "transaction",
      server_round_robin: 1,
      default_pool_size: 20,
      max_client_conn: 500
    }
    const login = [
      `host=${hostname}`,
      `port=${port}`,
      `user=${quoted(decodeURIComponent(username))}`,
      `password=${quoted(decodeURIComponent(password))}`
    ]
    const lines = [
      "[databases]",
      `* = ${login.join(" ")}`,
      "[pgbouncer]",
      ...Object.entries(settings).map(([name, value]) => `${name} = ${value}`)
    ]
    yield* onFiles(() => writeFile(file, lines.join("\n"), { mode: 0o644 }))
    yield* runProgram(program, [file], user, "process up")
    return (url: string) => {
      const pooled = new URL(url)
      pooled.hostname = "127.0.0.1"
      pooled.port = String(own)
      return pooled.href
    }
  }).pipe(Effect.retry({ times: 4, while: ({ message }) => message.includes("ddress already in use") }))
