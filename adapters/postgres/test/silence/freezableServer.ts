import * as Reactivity from "@effect/experimental/Reactivity"
import * as PgClient from "@effect/sql-pg/PgClient"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { startEmbedded } from "../startServer.js"

/** Signals a process; nothing where it has ended. */
const signal = (pid: number, name: "SIGSTOP" | "SIGCONT"): void => {
  try {
    process.kill(pid, name)
  } catch {
    // It has just ended.
  }
}

/**
 * A server of its own that can be frozen: its connections stay open and nothing comes of them, as of a host that hangs.
 */
export const freezableServer = Effect.gen(function*() {
  const url = yield* startEmbedded
  const sql = yield* PgClient.make({ url: Redacted.make(url), maxConnections: 1, idleTimeout: "1 hour" }).pipe(
    Effect.provide(Reactivity.layer)
  )
  const [file] = yield* sql<{ readonly text: string }>`SELECT pg_read_file('postmaster.pid') AS text`
  const postmaster = Number(file?.text.split("\n", 1)[0])
  const frozen = new Set<number>()
  const thaw = Effect.sync(() => {
    for (const pid of frozen) signal(pid, "SIGCONT")
    frozen.clear()
  })
  // Before the server is stopped, which a frozen one does not hear.
  yield* Effect.addFinalizer(() => thaw)
  return {
    url,
    freeze: () =>
      Effect.gen(function*() {
        // The first process makes no new ones from here on.
        frozen.add(postmaster)
        signal(postmaster, "SIGSTOP")
        const backends = yield* sql<{ readonly pid: number }>`SELECT pid FROM pg_stat_activity WHERE pid <> pg_backend_pid()`
        for (const { pid } of backends) {
          frozen.add(pid)
          signal(pid, "SIGSTOP")
        }
      }).pipe(Effect.runPromise),
    thaw: () => Effect.runPromise(thaw)
  }
})
