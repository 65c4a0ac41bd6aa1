import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import { connect, createServer, type Socket } from "node:net"

/**
 * A proxy on a free port of 127.0.0.1, which can fall silent as a firewall does that drops what it knows of
 * connections.
 */
export interface SilentProxy {
  /** A URL of a server, by way of the proxy. */
  readonly through: (url: string) => string
  /**
   * Forwards nothing more of the connections that there are, in either direction, and closes none. New ones are
   * forwarded.
   */
  readonly silence: Effect.Effect<void>
  /** How many connections were made so far. */
  readonly made: Effect.Effect<number>
}

/** A proxy to the server of a URL, until the scope closes. */
export const silentProxy = (server: string): Effect.Effect<SilentProxy, unknown, Scope.Scope> =>
  Effect.gen(function*() {
    const target = new URL(server)
    const pairs: Array<readonly [Socket, Socket]> = []
    const proxy = createServer((client) => {
      const upstream = connect(Number(target.port), target.hostname)
      pairs.push([client, upstream])
      client.on("error", () => upstream.destroy()).on("close", () => upstream.destroy()).pipe(upstream)
      upstream.on("error", () => client.destroy()).on("close", () => client.destroy()).pipe(client)
    })
    yield* Effect.acquireRelease(
      Effect.async<void>((resume) => {
        proxy.listen(0, "127.0.0.1", () => resume(Effect.void))
      }),
      () =>
        Effect.sync(() => {
          proxy.close()
          for (const socket of pairs.flat()) socket.destroy()
        })
    )
    return {
      through: (url) => {
        const address = proxy.address()
        const way = new URL(url)
        way.hostname = "127.0.0.1"
        way.port = String(typeof address === "object" && address !== null ? address.port : 0)
        return way.href
      },
      silence: Effect.sync(() => {
        for (const socket of pairs.flat()) socket.unpipe().pause()
      }),
      made: Effect.sync(() => pairs.length)
    }
  })
