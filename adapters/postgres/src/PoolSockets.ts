import { count, reservedConnections } from "@agenda-engine/core/domain/engineMetrics"
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import type { Socket } from "node:net"

/**
 * The sockets of a pool. They keep the process alive only while a connection is reserved, so that a program that has
 * nothing else to do ends beside idle connections.
 */
export class PoolSockets {
  readonly #sockets = new Set<Socket>()
  #reserved = 0

  /** Adds a socket until it is closed. */
  add(socket: Socket): Socket {
    this.#sockets.add(socket)
    return socket.once("close", () => this.#sockets.delete(socket))
  }

  /** A reservation that keeps the process alive until its scope closes. */
  holding<A, E, R>(reserve: Effect.Effect<A, E, R>): Effect.Effect<A, E, R | Scope.Scope> {
    const held = Effect.acquireRelease(
      Effect.sync(() => {
        this.#reserved += 1
        count(reservedConnections, 1)
        if (this.#reserved === 1) { for (const socket of this.#sockets) socket.ref() }
      }),
      () =>
        Effect.sync(() => {
          this.#reserved -= 1
          count(reservedConnections, -1)
          if (this.#reserved === 0) { for (const socket of this.#sockets) socket.unref() }
        })
    )
    return Effect.zipRight(held, reserve)
  }
}
