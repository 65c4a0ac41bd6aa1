import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Exit from "effect/Exit"
import * as Scope from "effect/Scope"
import { startServer } from "./startServer.js"

/**
 * Starts a server before the first file of a run, for all files that need one, and stops it after the last. Where there
 * is none to be had it says why and what to do; each of those files then tries for itself, and fails. The others need
 * none.
 */
export const setup = async (): Promise<() => Promise<void>> => {
  const scope = Effect.runSync(Scope.make())
  const url = await Effect.runPromise(Effect.either(Scope.extend(startServer, scope)))
  if (Either.isRight(url)) process.env["AGENDA_TEST_POSTGRES_URL"] = url.right
  else {
    process.stderr.write(`There is no Postgres to test against, and the tests that need one will fail.\n${String(url.left)}\n\n`)
  }
  return () => Effect.runPromise(Scope.close(scope, Exit.void))
}
