import { GeocodingQueue } from "@agenda-engine/core/ports/GeocodingQueue"
import * as Effect from "effect/Effect"
import { breaking, type BrokenStore } from "./BrokenStore.js"

/** The stores that break the queue of the geocoder. */
export const geocodingFaults: ReadonlyArray<BrokenStore> = [
  {
    fault: "loses the attempts of a queued location",
    caughtBy: ["geocoding.put.whole"],
    layer: breaking(GeocodingQueue, (store) => ({ put: (entry) => store.put({ ...entry, attempts: 0 }) }))
  },
  {
    fault: "returns queued locations one millisecond late",
    caughtBy: ["geocoding.due.order", "geocoding.put.whole"],
    layer: breaking(GeocodingQueue, (store) => ({ due: (now, limit) => store.due(now - 1, limit) }))
  },
  {
    fault: "keeps queued locations that were removed",
    caughtBy: ["geocoding.remove", "geocoding.location.found"],
    layer: breaking(GeocodingQueue, () => ({ remove: () => Effect.void }))
  },
  {
    fault: "keeps the first turn",
    caughtBy: ["geocoding.turn.kept"],
    layer: breaking(GeocodingQueue, (store) => ({
      putTurn: (at) => Effect.flatMap(store.lockTurn, (turn) => turn === 0 ? store.putTurn(at) : Effect.void)
    }))
  }
]
