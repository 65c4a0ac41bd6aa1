import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Stream from "effect/Stream"
import { NotFound, type StoreError } from "../domain/error/EngineError.js"
import { AgendaStore } from "../ports/AgendaStore.js"
import { Geocoder } from "../ports/geocoding/Geocoder.js"
import { LocationStore } from "../ports/LocationStore.js"
import type { LocationRecord } from "../record/LocationRecord.js"
import { failedPolls, pollInterval } from "../schedule/polling.js"
import { geocodeNext, type GeocodingPorts } from "./location/geocodeNext.js"
import { GeocodingTurns } from "./location/GeocodingTurns.js"
import { locationOf } from "./location/LocationRecords.js"
import { storeLocation } from "./location/storeLocation.js"
import { atomically } from "./transaction/atomically.js"
import { streamAll } from "./transaction/scanAll.js"

/** Which locations without coordinates are queued. */
export interface MissingCoordinates {
  /** Null: of every agenda. */
  readonly agendaUid: number | null
  /** Whether also those whose address the geocoder did not know. */
  readonly notFound: boolean
}

/** Counts of a run over the queue. */
export interface GeocodingCounts {
  readonly found: number
  /** Addresses that the geocoder does not know. */
  readonly none: number
  /** Requests that failed and are retried. */
  readonly later: number
}

/**
 * Gives locations whose writes name no coordinates those of their address, in the background and never over what a
 * write gave. Without a `Geocoder` it does nothing.
 */
export class GeocodedLocations extends Context.Tag("@agenda-engine/core/services/GeocodedLocations")<GeocodedLocations, {
  /** Whether there is a geocoder. */
  readonly isOn: boolean
  /**
   * Queues the locations without coordinates that were written while there was no geocoder, and returns their number.
   * For operators. `NotFound`: there is no such agenda.
   */
  readonly queueMissing: (missing: MissingCoordinates) => Effect.Effect<number, NotFound | StoreError>
  /**
   * Asks the geocoder for every due location, one after the other, and keeps to its rate; agendas take turns. Ends when
   * none is due, or when the geocoder must not be asked for some time.
   */
  readonly geocodeDue: Effect.Effect<GeocodingCounts, StoreError>
  /**
   * Geocodes locations as they become due, forever: a server's background worker. Several processes may run it over one
   * store; each resumes what another left behind. Failures are logged and retried.
   */
  readonly work: Effect.Effect<never>
}>() {
  /** Layer of GeocodedLocations over the stores, with the `Geocoder` and the `TimezoneFinder` below it. */
  static readonly layer: Layer.Layer<GeocodedLocations, never, GeocodingPorts> = Layer.effect(GeocodedLocations, Effect.suspend(() => make))
}

/** Longest wait of a worker for its turn: another process may have asked for the pause, and the clock may be set. */
const wait_ms_max = 10_000

const make = Effect.gen(function*() {
  const agendas = yield* AgendaStore
  const { isOn } = yield* Geocoder
  const locations = yield* LocationStore
  const ports = yield* Effect.context<GeocodingPorts>()
  const next = geocodeNext(new GeocodingTurns())

  const isMissing = (
    { geocoding, latitude, longitude }: Effect.Effect.Success<ReturnType<typeof locationOf>>,
    notFound: boolean
  ): boolean => latitude === null && longitude === null && (geocoding === null || (notFound && geocoding === "none"))

  const queueOne = ({ agendaUid, uid }: LocationRecord, notFound: boolean) =>
    atomically(Effect.gen(function*() {
      yield* agendas.lock(agendaUid)
      const stored = yield* locations.lock(uid, "exclusive")
      const location = stored === null ? null : yield* locationOf(stored)
      if (location === null || !isMissing(location, notFound)) return 0
      yield* storeLocation(stored, location, { ...location, geocoding: "pending" })
      return 1
    }))

  const allAgendas = Stream.map(streamAll(agendas.scan, ({ uid }) => uid, 0), ({ uid }) => uid)

  const oneAgenda = (uid: number) =>
    Effect.filterOrFail(agendas.find({ _tag: "Uid", uid }), (found) => found !== null, () => new NotFound({ what: "agenda" })).pipe(
      Effect.as(uid)
    )

  return GeocodedLocations.of({
    isOn,

    queueMissing: ({ agendaUid, notFound }) =>
      (agendaUid === null ? allAgendas : Stream.fromEffect(oneAgenda(agendaUid))).pipe(
        Stream.flatMap((uid) => streamAll((after: number, limit) => locations.scan(uid, after, limit), (location) => location.uid, 0)),
        Stream.filter(({ latitude, longitude }) => latitude === null && longitude === null),
        Stream.runFoldEffect(0, (count, record) => Effect.map(queueOne(record, notFound), (queued) => count + queued)),
        Effect.provide(ports),
        Effect.withSpan("GeocodedLocations.queueMissing")
      ),

    geocodeDue: Effect.gen(function*() {
      const counts = { found: 0, none: 0, later: 0 }
      if (!isOn) return counts
      let step = yield* next
      while (step._tag !== "idle" && !(step._tag === "wait" && step.wait_ms > wait_ms_max)) {
        if (step._tag === "wait") yield* Effect.sleep(step.wait_ms)
        else if (step._tag !== "nothing") counts[step._tag]++
        step = yield* next
      }
      return counts
    }).pipe(Effect.provide(ports), Effect.withSpan("GeocodedLocations.geocodeDue")),

    work: isOn
      ? next.pipe(
        Effect.sandbox,
        Effect.tapError((cause) => Effect.logWarning("geocoding due locations failed", cause)),
        Effect.retry(failedPolls),
        Effect.orDie,
        Effect.flatMap((step) => {
          if (step._tag === "idle") return Effect.sleep(pollInterval)
          return step._tag === "wait" ? Effect.sleep(Math.min(step.wait_ms, wait_ms_max)) : Effect.void
        }),
        Effect.forever,
        Effect.provide(ports)
      )
      // `Effect.never` has a timer, which would keep the process alive.
      : Effect.async(() => undefined)
  })
})
