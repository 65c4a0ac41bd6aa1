import { GeocodingQueue } from "@agenda-engine/core/ports/GeocodingQueue"
import * as Effect from "effect/Effect"
import { broken, type BrokenStore } from "./BrokenStore.js"

/** The stores that break the queue of the geocoder. */
export const geocodingFaults: ReadonlyArray<BrokenStore> = [
  broken("loses the attempts of a queued location", ["geocoding.put.whole"], GeocodingQueue, (store) => ({
    put: (entry) => store.put({ ...entry, attempts: 0 })
  })),
  broken("returns queued locations one millisecond late", ["geocoding.due.order", "geocoding.put.whole"], GeocodingQueue, (store) => ({
    due: (now, limit) => store.due(now - 1, limit)
  })),
  broken("keeps queued locations that were removed", ["geocoding.remove", "geocoding.location.found"], GeocodingQueue, () => ({
    remove: () => Effect.void
  })),
  broken("keeps the first turn", ["geocoding.turn.kept"], GeocodingQueue, (store) => ({
    putTurn: (at) => Effect.flatMap(store.lockTurn, (turn) => turn === 0 ? store.putTurn(at) : Effect.void)
  }))
]
