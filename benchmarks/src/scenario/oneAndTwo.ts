import * as Effect from "effect/Effect"
import type { Server } from "../process/NodeProcess.js"
import { warmUpWriter } from "./warmUpWriter.js"
import type { AskedRequest, Contestant, World } from "./World.js"

/** Warm-up requests per path and process: a response is cached from its second request on. */
const askings = 2

/**
 * A server alone, and with a second one on the same database, as many connections asking half of them each. Both have
 * made the same number of writes before, and have been asked everything. `named`: what both are asked.
 */
export const oneAndTwo = (
  world: Pick<World, "load" | "settings" | "writing">,
  first: Server,
  second: Server,
  requests: ReadonlyArray<AskedRequest>,
  named = ""
): ReadonlyArray<Contestant> => {
  const warmUp = Effect.forEach(
    [first, second],
    (server) => Effect.zipRight(warmUpWriter(world, server), world.load(server, requests, { requests_max: askings * requests.length }))
  )
  return [
    { name: `one process${named}`, warmUp, round: world.load(first, requests) },
    { name: `two processes${named}`, round: world.load(first, requests, { second }) }
  ]
}
