import type { StoreError } from "@agenda-engine/core/domain/error/EngineError"
import { AgendaStore } from "@agenda-engine/core/ports/AgendaStore"
import { ChangeStore } from "@agenda-engine/core/ports/change/ChangeStore"
import { ConsumerStore } from "@agenda-engine/core/ports/change/ConsumerStore"
import { CredentialStore } from "@agenda-engine/core/ports/CredentialStore"
import { EventHistory } from "@agenda-engine/core/ports/event/EventHistory"
import { EventSearch } from "@agenda-engine/core/ports/event/EventSearch"
import { EventStore } from "@agenda-engine/core/ports/event/EventStore"
import { TombstoneStore } from "@agenda-engine/core/ports/event/TombstoneStore"
import { GeocodingQueue } from "@agenda-engine/core/ports/GeocodingQueue"
import { IdempotencyStore } from "@agenda-engine/core/ports/IdempotencyStore"
import { ImageRecordStore } from "@agenda-engine/core/ports/image/ImageRecordStore"
import { InvitationStore } from "@agenda-engine/core/ports/InvitationStore"
import { LocationSetStore } from "@agenda-engine/core/ports/LocationSetStore"
import { LocationStore } from "@agenda-engine/core/ports/LocationStore"
import { MemberStore } from "@agenda-engine/core/ports/MemberStore"
import { NetworkStore } from "@agenda-engine/core/ports/NetworkStore"
import { RemovalStore } from "@agenda-engine/core/ports/RemovalStore"
import { RevisionStore } from "@agenda-engine/core/ports/RevisionStore"
import type { Stores } from "@agenda-engine/core/ports/Stores"
import { Transaction } from "@agenda-engine/core/ports/Transaction"
import { UserStore } from "@agenda-engine/core/ports/UserStore"
import { WebhookStore } from "@agenda-engine/core/ports/webhook/WebhookStore"
import type { PlanData } from "@agenda-engine/core/query/event/PlanData"
import type { UserRecord } from "@agenda-engine/core/record/MemberRecord"
import * as Effect from "effect/Effect"

/** The ports as effects on their service: `events((store) => store.find(…))`. */
export const agendas = <A, E, R>(use: (store: AgendaStore["Type"]) => Effect.Effect<A, E, R>) => Effect.flatMap(AgendaStore, use)
/** Calls `IdempotencyStore`. */
export const idempotencyRecords = <A, E, R>(use: (store: IdempotencyStore["Type"]) => Effect.Effect<A, E, R>) =>
  Effect.flatMap(IdempotencyStore, use)
/** Calls `ChangeStore`. */
export const changes = <A, E, R>(use: (store: ChangeStore["Type"]) => Effect.Effect<A, E, R>) => Effect.flatMap(ChangeStore, use)
/** Calls `ConsumerStore`. */
export const consumers = <A, E, R>(use: (store: ConsumerStore["Type"]) => Effect.Effect<A, E, R>) => Effect.flatMap(ConsumerStore, use)
/** Calls `CredentialStore`. */
export const credentials = <A, E, R>(use: (store: CredentialStore["Type"]) => Effect.Effect<A, E, R>) =>
  Effect.flatMap(CredentialStore, use)
/** Calls `EventStore`. */
export const events = <A, E, R>(use: (store: EventStore["Type"]) => Effect.Effect<A, E, R>) => Effect.flatMap(EventStore, use)
/** Calls `EventHistory`. */
export const histories = <A, E, R>(use: (store: EventHistory["Type"]) => Effect.Effect<A, E, R>) => Effect.flatMap(EventHistory, use)
/** Calls `EventSearch`. */
export const searches = <A, E, R>(use: (store: EventSearch["Type"]) => Effect.Effect<A, E, R>) => Effect.flatMap(EventSearch, use)
/** Calls `GeocodingQueue`. */
export const geocodingQueue = <A, E, R>(use: (store: GeocodingQueue["Type"]) => Effect.Effect<A, E, R>) =>
  Effect.flatMap(GeocodingQueue, use)
/** Calls `ImageRecordStore`. */
export const images = <A, E, R>(use: (store: ImageRecordStore["Type"]) => Effect.Effect<A, E, R>) => Effect.flatMap(ImageRecordStore, use)
/** Calls `InvitationStore`. */
export const invitations = <A, E, R>(use: (store: InvitationStore["Type"]) => Effect.Effect<A, E, R>) =>
  Effect.flatMap(InvitationStore, use)
/** Calls `LocationSetStore`. */
export const locationSets = <A, E, R>(use: (store: LocationSetStore["Type"]) => Effect.Effect<A, E, R>) =>
  Effect.flatMap(LocationSetStore, use)
/** Calls `LocationStore`. */
export const locations = <A, E, R>(use: (store: LocationStore["Type"]) => Effect.Effect<A, E, R>) => Effect.flatMap(LocationStore, use)
/** Calls `MemberStore`. */
export const members = <A, E, R>(use: (store: MemberStore["Type"]) => Effect.Effect<A, E, R>) => Effect.flatMap(MemberStore, use)
/** Calls `NetworkStore`. */
export const networks = <A, E, R>(use: (store: NetworkStore["Type"]) => Effect.Effect<A, E, R>) => Effect.flatMap(NetworkStore, use)
/** Calls `RemovalStore`. */
export const removals = <A, E, R>(use: (store: RemovalStore["Type"]) => Effect.Effect<A, E, R>) => Effect.flatMap(RemovalStore, use)
/** Calls `RevisionStore`. */
export const revisions = <A, E, R>(use: (store: RevisionStore["Type"]) => Effect.Effect<A, E, R>) => Effect.flatMap(RevisionStore, use)
/** Calls `TombstoneStore`. */
export const tombstones = <A, E, R>(use: (store: TombstoneStore["Type"]) => Effect.Effect<A, E, R>) => Effect.flatMap(TombstoneStore, use)
/** Calls `UserStore`. */
export const users = <A, E, R>(use: (store: UserStore["Type"]) => Effect.Effect<A, E, R>) => Effect.flatMap(UserStore, use)

/** Calls `Transaction`. */
export const transaction = <A, E, R>(use: (transaction: Transaction["Type"]) => Effect.Effect<A, E, R>) => Effect.flatMap(Transaction, use)

/** Runs an effect in a transaction. */
export const transact = <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E | StoreError, R | Transaction> =>
  Effect.flatMap(Transaction, (transaction) => transaction.run(effect))

/** What a store is filled with before a case looks at it. */
export interface World extends PlanData {
  readonly users: ReadonlyArray<UserRecord>
}

/** A world that holds nothing but what is given. */
export const world = (given: Partial<World>): World => ({ agendas: [], events: [], tombstones: [], locations: [], users: [], ...given })

/** Puts a world into a store, in one transaction and in the order in which records refer to each other. */
export const fill = (given: Partial<World>): Effect.Effect<void, StoreError, Stores> => {
  const all = world(given)
  return transact(Effect.gen(function*() {
    yield* Effect.forEach(all.users, (user) => users((store) => store.put(user)), { discard: true })
    yield* Effect.forEach(all.agendas, (agenda) => agendas((store) => store.put(agenda)), { discard: true })
    yield* Effect.forEach(all.locations, ({ index, record }) => locations((store) => store.put(record, index)), { discard: true })
    yield* Effect.forEach(all.events, ({ index, record }) => events((store) => store.put(record, index)), { discard: true })
    yield* Effect.forEach(all.tombstones, (tombstone) => tombstones((store) => store.put(tombstone, null)), { discard: true })
  }))
}
/** Calls `WebhookStore`. */
export const webhooks = <A, E, R>(use: (store: WebhookStore["Type"]) => Effect.Effect<A, E, R>) => Effect.flatMap(WebhookStore, use)
