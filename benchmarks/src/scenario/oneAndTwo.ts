import type { Server } from "../process/NodeProcess.js"
import type { AskedRequest, Contestant, World } from "./World.js"

/** A server alone, and with a second one on the same database, as many connections asking half of them each. `named`: what both are asked. */
export const oneAndTwo = (
  world: World,
  first: Server,
  second: Server,
  requests: ReadonlyArray<AskedRequest>,
  named = ""
): ReadonlyArray<Contestant> => [
  { name: `one process${named}`, round: world.load(first, requests) },
  { name: `two processes${named}`, round: world.load(first, requests, { second }) }
]
