import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Scope from "effect/Scope"
import { afterAll, beforeAll } from "vitest"
import { startPostgres, type TestServer } from "./startPostgres.js"

/**
 * Starts a server before the tests of a file and stops it after them. Call it at the top of the file. `partitions`: of
 * databases with every table.
 *
 * @example
 * const postgres = usePostgres()
 * it.scoped("…", () => Effect.gen(function*() { const url = yield* postgres.freshDatabase }))
 */
export const usePostgres = (partitions?: number): TestServer => {
  const scope = Effect.runSync(Scope.make())
  let server: Promise<TestServer> | null = null
  beforeAll(async () => {
    server = Effect.runPromise(Scope.extend(startPostgres(partitions), scope))
    await server
  })
  afterAll(() => Effect.runPromise(Scope.close(scope, Exit.void)))
  const started = Effect.tryPromise(() => server ?? Promise.reject(new Error("no test has begun: the server is not started yet")))
  return {
    freshDatabase: Effect.flatMap(started, ({ freshDatabase }) => freshDatabase),
    freshSchema: Effect.flatMap(started, ({ freshSchema }) => freshSchema),
    emptyDatabase: Effect.flatMap(started, ({ emptyDatabase }) => emptyDatabase),
    emptyStores: Effect.flatMap(started, ({ emptyStores }) => emptyStores)
  }
}
