import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { type Conflict, NotFound, type StoreError } from "../domain/error/EngineError.js"
import type { AgendaStore } from "../ports/AgendaStore.js"
import type { CredentialStore } from "../ports/CredentialStore.js"
import type { EventStore } from "../ports/event/EventStore.js"
import type { ImageRecordStore } from "../ports/image/ImageRecordStore.js"
import type { InvitationStore } from "../ports/InvitationStore.js"
import type { LocationStore } from "../ports/LocationStore.js"
import type { MemberStore } from "../ports/MemberStore.js"
import { RemovalStore } from "../ports/RemovalStore.js"
import type { Transaction } from "../ports/Transaction.js"
import type { UserStore } from "../ports/UserStore.js"
import { type AgendaContents, agendaContents } from "./removal/agendaContents.js"
import { removeAgenda } from "./removal/removeAgenda.js"
import { removeUser, type UserContents, userContents } from "./removal/removeUser.js"
import { sweepAgenda } from "./removal/sweepAgenda.js"

type RemovalPorts =
  | AgendaStore
  | CredentialStore
  | EventStore
  | ImageRecordStore
  | InvitationStore
  | LocationStore
  | MemberStore
  | RemovalStore
  | Transaction
  | UserStore

/** Callback with the number of records removed so far. */
export type RemovalProgress = (done: number) => Effect.Effect<void>

/** Removes agendas and users with their data. For operators and embedders: it checks no caller. */
export class Removals extends Context.Tag("@agenda-engine/core/services/Removals")<Removals, {
  /** Dry run of `agenda`: what it would remove and what it would leave. */
  readonly ofAgenda: (uid: number) => Effect.Effect<AgendaContents, NotFound | StoreError>
  /**
   * Removes an agenda. One transaction removes the record, its memberships and its invitations, so that no process
   * reads the agenda any more. Keys of this agenda alone are revoked; other keys lose it. Then its events with their
   * histories, its tombstones and its locations are removed in batches. Locations that other agendas of the set share
   * pass to one of them.
   *
   * An interrupted removal is finished by running it again, or by `sweep`; the uid stays taken until then.
   */
  readonly agenda: (uid: number, progress?: RemovalProgress) => Effect.Effect<void, NotFound | StoreError>
  /** Dry run of `user`: what it would remove and what it would leave. */
  readonly ofUser: (uid: number) => Effect.Effect<UserContents, NotFound | StoreError>
  /**
   * Removes a user in one transaction: the account, its memberships and its invitations. The user's keys are revoked
   * and lose their owner. Events of the user stay without contributor; state changes stay without author. `Conflict`:
   * an agenda would have no administrator left; the message lists them.
   */
  readonly user: (uid: number) => Effect.Effect<void, NotFound | Conflict | StoreError>
  /** Finishes interrupted removals of agendas, of any process. Costs one row read when there are none. */
  readonly sweep: (progress?: RemovalProgress) => Effect.Effect<void, StoreError>
}>() {
  /** Layer of Removals over the stores. */
  static readonly layer: Layer.Layer<Removals, never, RemovalPorts> = Layer.effect(Removals, Effect.suspend(() => make))
}

const noProgress: RemovalProgress = () => Effect.void

/** Adds up the batches and reports the running total. */
const counting = (progress: RemovalProgress) => {
  let done = 0
  return (records: number) =>
    Effect.suspend(() => {
      done += records
      return records === 0 ? Effect.void : progress(done)
    })
}

const make = Effect.gen(function*() {
  const removals = yield* RemovalStore
  const ports = yield* Effect.context<RemovalPorts>()

  return Removals.of({
    ofAgenda: Effect.fn("Removals.ofAgenda")(agendaContents, Effect.provide(ports)),

    agenda: Effect.fn("Removals.agenda")(function*(uid, progress = noProgress) {
      const isRemoved = yield* removeAgenda(uid)
      if (!isRemoved && !(yield* removals.removed).includes(uid)) return yield* new NotFound({ what: "agenda" })
      yield* sweepAgenda(uid, counting(progress))
    }, Effect.provide(ports)),

    ofUser: Effect.fn("Removals.ofUser")(userContents, Effect.provide(ports)),

    user: Effect.fn("Removals.user")(removeUser, Effect.provide(ports)),

    sweep: Effect.fn("Removals.sweep")(function*(progress = noProgress) {
      const count = counting(progress)
      yield* Effect.forEach(yield* removals.removed, (uid) => sweepAgenda(uid, count), { discard: true })
    }, Effect.provide(ports))
  })
})
