import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import * as Dns from "node:dns"
import * as Net from "node:net"
import { Agent } from "undici"

/** Why nothing was connected to. */
export class AddressRefused extends Error {
  readonly _tag = "AddressRefused"
  override readonly name = "AddressRefused"
}

/** Connections, and which hosts they may lead to. */
export interface GuardedAgent {
  readonly agent: Agent
  /** Whether a host that is an address may be connected to; names are looked up, and then their addresses. */
  readonly admits: (hostname: string) => boolean
}

const connect_ms_max = 5_000
const idle_ms_max = 10_000

/**
 * Looks a name up, and answers its addresses when each may be connected to. The connection is made to these: there is no second look-up that a
 * name server could answer otherwise.
 */
const guardedLookup = (isAllowed: (address: string) => boolean): Net.LookupFunction => (hostname, options, callback) => {
  Dns.lookup(hostname, { ...options, all: true }, (error, addresses) => {
    if (error !== null) return callback(error, [])
    const [first] = addresses
    if (first === undefined || !addresses.every(({ address }) => isAllowed(address))) {
      return callback(new AddressRefused(`${hostname} is not at a public address`), [])
    }
    return options.all === true ? callback(null, addresses) : callback(null, first.address, first.family)
  })
}

/** Connections to allowed addresses alone, until the scope closes. */
export const guardedAgent = (isAllowed: (address: string) => boolean): Effect.Effect<GuardedAgent, never, Scope.Scope> =>
  Effect.map(
    Effect.acquireRelease(
      Effect.sync(() =>
        new Agent({
          connect: { lookup: guardedLookup(isAllowed), timeout: connect_ms_max },
          headersTimeout: idle_ms_max,
          bodyTimeout: idle_ms_max,
          keepAliveTimeout: 1,
          pipelining: 0
        })
      ),
      (agent) => Effect.promise(() => agent.destroy())
    ),
    (agent) => ({
      agent,
      admits: (hostname) => {
        const address = hostname.replace(/^\[|\]$/g, "")
        return Net.isIP(address) === 0 || isAllowed(address)
      }
    })
  )
