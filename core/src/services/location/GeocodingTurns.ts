import * as Effect from "effect/Effect"
import type { StoreError } from "../../domain/error/EngineError.js"
import { cacheEntryBytes } from "../../domain/heapBytes.js"
import { LruCache } from "../../domain/LruCache.js"
import { LocationStore } from "../../ports/LocationStore.js"
import type { GeocodingEntry } from "../../record/GeocodingEntry.js"

/** Maximum size of each memory, in bytes. */
const memory_bytes_max = 1_024 * 1_024

/** Failures after one another, without an answer in between, after which the geocoder counts as down. */
const failures_max = 3

/** What one process remembers of its requests to the geocoder, so that agendas take turns. */
export class GeocodingTurns {
  /** The agenda of each location that was due. */
  readonly #agendas = new LruCache<number>(memory_bytes_max)
  /** The number of the last turn of each agenda. */
  readonly #turns = new LruCache<number>(memory_bytes_max)
  #turn = 0
  #failures = 0

  /** Notes whether the geocoder answered. Whether it counts as down. */
  noteAnswer(isFailure: boolean): boolean {
    this.#failures = isFailure ? this.#failures + 1 : 0
    return this.#failures >= failures_max
  }

  #turnOf({ locationUid }: GeocodingEntry): number {
    const agendaUid = this.#agendas.get(String(locationUid))
    return agendaUid === undefined ? 0 : this.#turns.get(String(agendaUid)) ?? 0
  }

  /**
   * The entry, of these due ones, of the agenda that has waited longest for a turn; of several, the first. Undefined
   * without entries.
   */
  take(due: ReadonlyArray<GeocodingEntry>): Effect.Effect<GeocodingEntry | undefined, StoreError, LocationStore> {
    return Effect.gen(this, function*() {
      const unknown = due.map(({ locationUid }) => locationUid).filter((uid) => !this.#agendas.has(String(uid)))
      const found = unknown.length === 0 ? [] : yield* Effect.flatMap(LocationStore, ({ findMany }) => findMany(unknown))
      for (const { agendaUid, uid } of found) this.#agendas.set(String(uid), agendaUid, cacheEntryBytes(String(uid), agendaUid))
      const [first, ...others] = due
      if (first === undefined) return undefined
      const next = others.reduce((best, entry) => this.#turnOf(entry) < this.#turnOf(best) ? entry : best, first)
      const agendaUid = this.#agendas.get(String(next.locationUid))
      this.#turn++
      if (agendaUid !== undefined) this.#turns.set(String(agendaUid), this.#turn, cacheEntryBytes(String(agendaUid), this.#turn))
      return next
    })
  }
}
