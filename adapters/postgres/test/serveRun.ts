import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Option from "effect/Option"
import * as Scope from "effect/Scope"
import { startServer } from "./startServer.js"

/**
 * Starts a server before the first file of a run, for all files that need one, and stops it after the last. Where there is none to be had, each
 * of those files tries for itself, fails, and says why; the others need none.
 */
export const setup = async (): Promise<() => Promise<void>> => {
  const scope = Effect.runSync(Scope.make())
  const url = await Effect.runPromise(Effect.option(Scope.extend(startServer, scope)))
  if (Option.isSome(url)) process.env["AGENDA_TEST_POSTGRES_URL"] = url.value
  return () => Effect.runPromise(Scope.close(scope, Exit.void))
}
