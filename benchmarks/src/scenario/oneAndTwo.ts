import * as Effect from "effect/Effect"
import type { LoadResult } from "../load/LoadOptions.js"
import type { Server } from "../process/NodeProcess.js"
import type { AskedRequest, Contestant, World } from "./World.js"

const middleOf = (left: number | null, right: number | null): number | null => left === null || right === null ? null : (left + right) / 2

/** A server alone, and with a second one on the same database, each asked by half of the connections. */
export const oneAndTwo = (
  world: World,
  first: Server,
  second: Server,
  requests: ReadonlyArray<AskedRequest>
): ReadonlyArray<Contestant> => {
  const half = { connections: world.settings.connections / 2 }
  const two = Effect.all([world.load(first, requests, half), world.load(second, requests, half)], { concurrency: 2 })
  return [
    { name: "one process", round: world.load(first, requests) },
    {
      name: "two processes",
      round: Effect.map(two, ([left, right]): LoadResult => ({
        ...left,
        requests: left.requests + right.requests,
        perSecond: left.perSecond + right.perSecond,
        cpu_us: middleOf(left.cpu_us, right.cpu_us)
      }))
    }
  ]
}
