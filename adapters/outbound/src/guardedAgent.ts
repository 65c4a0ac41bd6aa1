import * as Effect from "effect/Effect"
import * as Predicate from "effect/Predicate"
import type * as Scope from "effect/Scope"
import ipaddr from "ipaddr.js"
import * as Dns from "node:dns"
import * as Net from "node:net"
import { Agent } from "undici"

/** A host whose address is not allowed. */
export class AddressRefused extends Error {
  readonly _tag = "AddressRefused"
  override readonly name = "AddressRefused"
}

/** Whether a failed request had an address that is not allowed. */
export const isAddressRefused = (error: unknown): boolean =>
  Predicate.isTagged(error, "AddressRefused") ||
  (error instanceof AggregateError && error.errors.some(isAddressRefused)) ||
  (error instanceof Error && error.cause !== undefined && isAddressRefused(error.cause))

/** An HTTP agent that connects only to allowed addresses. */
export interface GuardedAgent {
  readonly agent: Agent
  /** Whether a host may be connected to. Always true for names, whose addresses are checked at DNS look-up. */
  readonly admits: (hostname: string) => boolean
}

const connect_ms_max = 5_000
const lookup_ms_max = 2_000

/**
 * A DNS look-up that fails unless all addresses are allowed. The connection uses these addresses, so that DNS rebinding
 * is impossible.
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

/** Whether a host may be connected to, as far as its text tells: a name is looked up later. */
const admitsHost = (isAllowed: (address: string) => boolean) => (hostname: string): boolean => {
  const address = hostname.replace(/^\[|\]$/g, "")
  return Net.isIP(address) === 0 || isAllowed(address)
}

/**
 * Makes an agent that connects only to allowed addresses, until the scope closes. `idle_ms_max`: milliseconds without
 * headers, or without bytes of the body, after which a request fails; 0: no bound.
 */
export const guardedAgent = (
  isAllowed: (address: string) => boolean,
  idle_ms_max: number
): Effect.Effect<GuardedAgent, never, Scope.Scope> =>
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
    (agent) => ({ agent, admits: admitsHost(isAllowed) })
  )

/**
 * Whether requests to a host would be refused as it is looked up now. False for a name that is not found: its addresses
 * are checked again at each connection.
 */
export const isRefused = (hostname: string, isAllowed: (address: string) => boolean): Effect.Effect<boolean> =>
  admitsHost(isAllowed)(hostname)
    ? Effect.tryPromise(() => Dns.promises.lookup(hostname.replace(/^\[|\]$/g, ""), { all: true })).pipe(
      Effect.map((addresses) => !addresses.every(({ address }) => isAllowed(address))),
      Effect.timeout(lookup_ms_max),
      Effect.orElseSucceed(() => false)
    )
    : Effect.succeed(true)

/** The prefix of all public IPv6 addresses (RFC 4291 §2.4). */
const globalUnicast = ipaddr.parseCIDR("2000::/3")

/**
 * Whether an address is public: not loopback, private, shared, link-local, for documentation, or of a translator or
 * tunnel into such a network. An IPv4-mapped IPv6 address is checked as IPv4.
 */
export const isPublicAddress = (address: string): boolean => {
  if (!ipaddr.isValid(address)) return false
  const parsed = ipaddr.process(address)
  return parsed.range() === "unicast" && (parsed.kind() === "ipv4" || parsed.match(globalUnicast))
}
