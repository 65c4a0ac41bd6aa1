import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { type Conflict, NotFound, type StoreError } from "../domain/EngineError.js"
import { AgendaStore } from "../ports/AgendaStore.js"
import type { CredentialStore } from "../ports/CredentialStore.js"
import type { EventStore } from "../ports/EventStore.js"
import type { ImageRecordStore } from "../ports/ImageRecordStore.js"
import type { InvitationStore } from "../ports/InvitationStore.js"
import type { LocationStore } from "../ports/LocationStore.js"
import type { MemberStore } from "../ports/MemberStore.js"
import type { Transaction } from "../ports/Transaction.js"
import type { UserStore } from "../ports/UserStore.js"
import { type AgendaHoldings, agendaHoldings } from "./removal/agendaHoldings.js"
import { removeAgenda } from "./removal/removeAgenda.js"
import { removeUser } from "./removal/removeUser.js"
import { sweepAgenda } from "./removal/sweepAgenda.js"
import { type UserHoldings, userHoldings } from "./removal/userHoldings.js"

type RemovalPorts =
  | AgendaStore
  | CredentialStore
  | EventStore
  | ImageRecordStore
  | InvitationStore
  | LocationStore
  | MemberStore
  | Transaction
  | UserStore

/** Is told how many records a removal has removed so far. */
export type RemovalProgress = (done: number) => Effect.Effect<void>

/** Removes agendas and users with what is kept of them. For operators and embedders: it asks for no caller. */
export class Removals extends Context.Tag("@agenda-engine/core/services/Removals")<Removals, {
  /** What `agenda` would remove and what it would leave. Changes nothing. */
  readonly ofAgenda: (uid: number) => Effect.Effect<AgendaHoldings, NotFound | StoreError>
  /**
   * Removes an agenda. In one transaction it is gone for everybody in every process, with its memberships and invitations; keys that were for
   * it alone are revoked, and others are no longer for it. Then its events with their histories, its tombstones and its locations go, some at
   * a time; locations that agendas of its set have too become theirs. One that was stopped over it is finished by running it again, or by
   * `sweep`; until then the uid is taken.
   */
  readonly agenda: (uid: number, progress?: RemovalProgress) => Effect.Effect<void, NotFound | StoreError>
  /** What `user` would remove and what it would leave. Changes nothing. */
  readonly ofUser: (uid: number) => Effect.Effect<UserHoldings, NotFound | StoreError>
  /**
   * Removes a user, in one transaction: the account, its memberships with all that they say of the user, and its invitations.
   * Its keys are revoked and nobody's. Events that the user contributed stay and are nobody's, changes of states stay without who made them.
   * `Conflict`: an agenda would be left without administrator; it names which.
   */
  readonly user: (uid: number) => Effect.Effect<void, NotFound | Conflict | StoreError>
  /** Finishes the removals of agendas that were stopped over it, in whatever process. Asks for a row when there are none. */
  readonly sweep: (progress?: RemovalProgress) => Effect.Effect<void, StoreError>
}>() {
  /** Removals from the stores. */
  static readonly layer: Layer.Layer<Removals, never, RemovalPorts> = Layer.effect(Removals, Effect.suspend(() => make))
}

const silent: RemovalProgress = () => Effect.void

/** Counts on, over whatever is swept. */
const counting = (progress: RemovalProgress) => {
  let done = 0
  return (records: number) =>
    Effect.suspend(() => {
      done += records
      return records === 0 ? Effect.void : progress(done)
    })
}

const make = Effect.gen(function*() {
  const agendas = yield* AgendaStore
  const ports = yield* Effect.context<RemovalPorts>()

  return Removals.of({
    ofAgenda: Effect.fn("Removals.ofAgenda")(agendaHoldings, Effect.provide(ports)),

    agenda: Effect.fn("Removals.agenda")(function*(uid, progress = silent) {
      const isRemoved = yield* removeAgenda(uid)
      if (!isRemoved && !(yield* agendas.removed).includes(uid)) return yield* new NotFound({ what: "agenda" })
      yield* sweepAgenda(uid, counting(progress))
    }, Effect.provide(ports)),

    ofUser: Effect.fn("Removals.ofUser")(userHoldings, Effect.provide(ports)),

    user: Effect.fn("Removals.user")(removeUser, Effect.provide(ports)),

    sweep: Effect.fn("Removals.sweep")(function*(progress = silent) {
      const count = counting(progress)
      yield* Effect.forEach(yield* agendas.removed, (uid) => sweepAgenda(uid, count), { discard: true })
    }, Effect.provide(ports))
  })
})
