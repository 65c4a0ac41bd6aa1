import * as Effect from "effect/Effect"
import { ticketedAgendas, ticketedLocations } from "../data/ticketedEvents.js"
import type { Server } from "../process/NodeProcess.js"
import { upserts } from "./upserts.js"
import type { World } from "./World.js"

/** Writes wait for each other: more would queue for longer than a round lasts. */
export const fewWriters = { connections: 4 } as const

const new_every = 5

const warm = new WeakSet<Server>()

/**
 * Lets a server write until it is as fast as it becomes, once: known events changed, every fifth a new one, in an
 * agenda that nobody else asks.
 */
export const warmUpWriter = (world: Pick<World, "load" | "settings" | "writing">, server: Server): Effect.Effect<void, unknown> =>
  Effect.gen(function*() {
    if (warm.has(server)) return
    const agenda = { uid: ticketedAgendas.plain, locationUid: ticketedLocations.plain }
    const requests = yield* upserts(world, agenda, (index) => index % new_every === 0 ? "warm-{seq}" : `warm-${index}`)
    yield* world.load(server, requests, { ...fewWriters, requests_max: world.settings.warmUp_writes })
    warm.add(server)
  })
