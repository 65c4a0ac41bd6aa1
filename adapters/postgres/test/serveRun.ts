import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Scope from "effect/Scope"
import { startServer } from "./startServer.js"

/** Starts a server before the first file of a run, for all files that need one, and stops it after the last. */
export const setup = async (): Promise<() => Promise<void>> => {
  const scope = Effect.runSync(Scope.make())
  process.env["AGENDA_TEST_POSTGRES_URL"] = await Effect.runPromise(Scope.extend(startServer, scope))
  return () => Effect.runPromise(Scope.close(scope, Exit.void))
}
