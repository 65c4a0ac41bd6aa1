import * as Context from "effect/Context"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type * as ParseResult from "effect/ParseResult"
import { indexSteps } from "../../derive/indexing/indexEvent.js"
import { indexLocation } from "../../derive/indexing/indexLocation.js"
import type { StoreError } from "../../domain/error/EngineError.js"
import type { ExtId } from "../../domain/event/Event.js"
import type { AdditionalField } from "../../domain/field/AdditionalField.js"
import { parseInstant } from "../../domain/time/parseInstant.js"
import { AgendaStore } from "../../ports/AgendaStore.js"
import type { ChangeStore } from "../../ports/change/ChangeStore.js"
import { EventStore } from "../../ports/event/EventStore.js"
import { TombstoneStore } from "../../ports/event/TombstoneStore.js"
import { LocationSetStore } from "../../ports/LocationSetStore.js"
import { LocationStore } from "../../ports/LocationStore.js"
import { NetworkStore } from "../../ports/NetworkStore.js"
import type { RevisionStore } from "../../ports/RevisionStore.js"
import { RichText } from "../../ports/RichText.js"
import { Transaction } from "../../ports/Transaction.js"
import { runInSlices } from "../../schedule/timeSlices.js"
import { agendaFields } from "../agenda/agendaFields.js"
import { recordOf } from "../event/EventRecords.js"
import { locationOf, recordOf as locationRecordOf } from "../location/LocationRecords.js"
import { type RevisedPorts, revisedStores } from "../revision/revisedStores.js"
import { atomically } from "../transaction/atomically.js"
import { scanAll } from "../transaction/scanAll.js"
import { readAgenda, readEvent, readLocation } from "./readAnswers.js"

/** A response that is not of the form that this version reads: the server is newer or older. */
export class UnreadableAnswer extends Data.TaggedError("UnreadableAnswer")<{
  readonly what: "agenda" | "event" | "location"
  readonly cause: ParseResult.ParseError
}> {
  override get message(): string {
    return `the ${this.what} is not of the form that this version reads: ${this.cause.message}`
  }
}

type MirrorFailure = StoreError | UnreadableAnswer

/** Fills the stores of an engine with one agenda, from the detailed answers that another engine gives to a reader. */
export class Mirror extends Context.Tag("@agenda-engine/core/services/mirror/Mirror")<Mirror, {
  /** Stores the agenda; before anything of it, and before its events again when its fields changed. */
  readonly putAgenda: (answer: unknown) => Effect.Effect<void, MirrorFailure>
  /** Stores a location in place of the one with its uid, and takes its external ids from others. */
  readonly putLocation: (answer: unknown) => Effect.Effect<void, MirrorFailure>
  /** Removes a location. No-op when there is none. */
  readonly removeLocation: (uid: number) => Effect.Effect<void, StoreError>
  /** Stores an event in place of the one with its uid, and of those whose external ids it has now. */
  readonly putEvent: (answer: unknown) => Effect.Effect<void, MirrorFailure>
  /** Removes an event. `removedAt` is what lists of removed events show, ISO 8601; null: they do not list it. */
  readonly removeEvent: (uid: number, removedAt: string | null) => Effect.Effect<void, StoreError>
  /** The uids of the locations. */
  readonly locationUids: Effect.Effect<ReadonlyArray<number>, StoreError>
  /** The uids of the events. */
  readonly eventUids: Effect.Effect<ReadonlyArray<number>, StoreError>
}>() {
  /** Layer of Mirror for the agenda with this uid. */
  static readonly layer = (agendaUid: number): Layer.Layer<Mirror, never, RevisedPorts | ChangeStore | RevisionStore | RichText> =>
    Layer.provide(Layer.effect(Mirror, make(agendaUid)), revisedStores)
}

const reading = (what: UnreadableAnswer["what"]) =>
  Effect.mapError((cause: ParseResult.ParseError) => new UnreadableAnswer({ what, cause }))

const make = (agendaUid: number) =>
  Effect.gen(function*() {
    const agendas = yield* AgendaStore
    const events = yield* EventStore
    const locations = yield* LocationStore
    const locationSets = yield* LocationSetStore
    const networks = yield* NetworkStore
    const richText = yield* RichText
    const tombstones = yield* TombstoneStore
    const transaction = yield* Transaction
    let definitions: ReadonlyArray<AdditionalField> = []

    const atOnce = <A, E>(effect: Effect.Effect<A, E>) => Effect.provideService(atomically(effect), Transaction, transaction)

    const uidsOf = (
      scan: (afterUid: number, limit: number) => Effect.Effect<ReadonlyArray<{ readonly uid: number }>, StoreError>
    ): Effect.Effect<ReadonlyArray<number>, StoreError> =>
      Effect.map(scanAll(scan, ({ uid }) => uid, 0), (records) => records.map(({ uid }) => uid))

    /** Removes another event with this external id: the source has changed it, too, and tells so later. */
    const freeExtId = (uid: number) => ({ key, value }: ExtId) =>
      Effect.flatMap(
        events.find(agendaUid, { _tag: "ExtId", key, value }),
        (other) => other === null || other.uid === uid ? Effect.void : events.remove(other.uid)
      )

    const freeLocationExtId = (uid: number, setUid: number | null) => (extId: ExtId) =>
      Effect.gen(function*() {
        const other = yield* locations.findByExtId(agendaUid, setUid, extId)
        if (other === null || other.uid === uid) return
        const stored = yield* locationOf(other)
        const left = { ...stored, extIds: stored.extIds.filter(({ key, value }) => key !== extId.key || value !== extId.value) }
        yield* locations.put(locationRecordOf(left), indexLocation(left))
      })

    return Mirror.of({
      putAgenda: Effect.fnUntraced(function*(answer) {
        const { agenda, locationSet, network } = yield* reading("agenda")(readAgenda(answer))
        yield* atOnce(Effect.gen(function*() {
          if (network !== null) yield* networks.put(network)
          if (locationSet !== null) yield* locationSets.put(locationSet)
          yield* agendas.put(agenda)
        }))
        definitions = yield* Effect.provideService(agendaFields(agenda), NetworkStore, networks)
      }),

      putLocation: Effect.fnUntraced(function*(answer) {
        const location = yield* reading("location")(readLocation(agendaUid, answer))
        yield* atOnce(Effect.gen(function*() {
          yield* Effect.forEach(location.extIds, freeLocationExtId(location.uid, location.setUid), { discard: true })
          yield* locations.put(locationRecordOf(location), indexLocation(location))
        }))
      }),

      removeLocation: (uid) => atOnce(locations.remove(uid)),

      putEvent: Effect.fnUntraced(function*(answer) {
        const { availabilityUpdatedAt, event, rows } = yield* reading("event")(readEvent(agendaUid, definitions, answer, richText))
        const index = yield* runInSlices(() => indexSteps(event, definitions, rows))
        const record = recordOf(event, {
          publishedAt: event.createdAt,
          retiredSlotIds: [],
          availability: JSON.stringify(rows),
          availabilityUpdatedAt
        })
        yield* atOnce(Effect.gen(function*() {
          yield* Effect.forEach(event.extIds, freeExtId(event.uid), { discard: true })
          yield* events.put(record, index)
          yield* tombstones.remove(agendaUid, event.uid, "public")
        }))
      }),

      removeEvent: (uid, removedAt) => {
        const instant = removedAt === null ? null : parseInstant(removedAt)
        const audience = "public" as const
        return atOnce(Effect.zipRight(
          events.remove(uid),
          instant === null
            ? tombstones.remove(agendaUid, uid, audience)
            : tombstones.put({ agendaUid, uid, audience, removedAt: instant }, null)
        ))
      },

      locationUids: uidsOf((afterUid, limit) => locations.scan(agendaUid, afterUid, limit)),
      eventUids: uidsOf((afterUid, limit) => events.scan({ agendaUid }, afterUid, limit))
    })
  })
