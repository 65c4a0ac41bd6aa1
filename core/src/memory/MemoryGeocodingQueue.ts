import * as HashMap from "effect/HashMap"
import * as Layer from "effect/Layer"
import { GeocodingQueue } from "../ports/GeocodingQueue.js"
import type { GeocodingEntry } from "../record/GeocodingEntry.js"
import type { MemoryDatabase } from "./MemoryDatabase.js"

const byDueAt = (left: GeocodingEntry, right: GeocodingEntry): number => left.dueAt - right.dueAt || left.locationUid - right.locationUid

/** The queue of the geocoder in memory. */
export const layer = (database: MemoryDatabase): Layer.Layer<GeocodingQueue> =>
  Layer.succeed(GeocodingQueue, {
    put: (entry) =>
      database.write(
        "GeocodingQueue.put",
        (state) => ({ ...state, geocodingQueue: HashMap.set(state.geocodingQueue, entry.locationUid, entry) })
      ),
    due: (now, limit) =>
      database.read(({ geocodingQueue }) =>
        HashMap.toValues(geocodingQueue).filter(({ dueAt }) => dueAt <= now).toSorted(byDueAt).slice(0, limit)
      ),
    remove: (locationUid) =>
      database.write(
        "GeocodingQueue.remove",
        (state) => ({ ...state, geocodingQueue: HashMap.remove(state.geocodingQueue, locationUid) })
      ),
    // Transactions run one at a time, so that a read is enough.
    lockTurn: database.read(({ geocodingTurn }) => geocodingTurn),
    putTurn: (at) => database.write("GeocodingQueue.putTurn", (state) => ({ ...state, geocodingTurn: at }))
  })
