import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { Conflict, NotFound, type StoreError } from "../domain/EngineError.js"
import type { Role } from "../domain/Member.js"
import { AgendaStore } from "../ports/AgendaStore.js"
import { MemberStore } from "../ports/MemberStore.js"
import { Transaction } from "../ports/Transaction.js"
import { UserStore } from "../ports/UserStore.js"
import type { MemberRecord } from "../record/MemberRecord.js"
import { atomically } from "./atomically.js"
import { freshUid } from "./freshUid.js"
import { scanAll } from "./scanAll.js"

/** Gives users roles in agendas. For operators and embedders: it asks for no caller. */
export class Members extends Context.Tag("@agenda-engine/core/services/Members")<Members, {
  /** Makes a user a member; a member already gets the role. `Conflict`: it would leave the agenda without administrator. */
  readonly add: (agendaUid: number, userUid: number, role: Role) => Effect.Effect<MemberRecord, NotFound | Conflict | StoreError>
  /** All members of an agenda in order of uid. */
  readonly list: (agendaUid: number) => Effect.Effect<ReadonlyArray<MemberRecord>, NotFound | StoreError>
  /** Ends a membership. `Conflict`: it is the last administrator's. */
  readonly remove: (agendaUid: number, userUid: number) => Effect.Effect<void, NotFound | Conflict | StoreError>
}>() {
  /** The members of the stores. */
  static readonly layer: Layer.Layer<Members, never, AgendaStore | MemberStore | Transaction | UserStore> = Layer.effect(
    Members,
    Effect.suspend(() => make)
  )
}

const lastAdministrator = new Conflict({ message: "an agenda keeps at least one administrator" })

const make = Effect.gen(function*() {
  const agendas = yield* AgendaStore
  const members = yield* MemberStore
  const transaction = yield* Transaction
  const users = yield* UserStore

  const listOf = (agendaUid: number) => scanAll((after: number, limit) => members.list(agendaUid, after, limit), (member) => member.uid, 0)

  /** Memberships of an agenda change under its lock, so that two changes cannot both leave the other's administrator as the last. */
  const lock = (agendaUid: number) =>
    Effect.filterOrFail(agendas.lock(agendaUid), (clock) => clock !== null, () => new NotFound({ what: "agenda" }))

  const keepAdministrator = Effect.fnUntraced(function*(member: MemberRecord) {
    const all = yield* listOf(member.agendaUid)
    const others = all.filter((other) => other.uid !== member.uid && other.role === "administrator")
    if (member.role === "administrator" && others.length === 0) return yield* lastAdministrator
  })

  return Members.of({
    add: Effect.fn("Members.add")(function*(agendaUid, userUid, role) {
      return yield* atomically(Effect.gen(function*() {
        yield* lock(agendaUid)
        const user = yield* users.find(userUid)
        if (user === null) return yield* new NotFound({ what: "user" })
        const stored = yield* members.find(agendaUid, userUid)
        if (stored !== null && role !== "administrator") yield* keepAdministrator(stored)
        const member: MemberRecord = stored === null
          ? {
            uid: yield* freshUid((uid) => Effect.map(members.get(uid), (member) => member !== null)),
            agendaUid,
            userUid,
            role,
            name: user.name,
            email: user.email,
            phone: null,
            organization: null,
            position: null,
            createdAt: yield* Clock.currentTimeMillis
          }
          : { ...stored, role }
        yield* members.put(member)
        return member
      }))
    }, Effect.provideService(Transaction, transaction)),

    list: Effect.fn("Members.list")(function*(agendaUid) {
      if ((yield* agendas.find({ _tag: "Uid", uid: agendaUid })) === null) return yield* new NotFound({ what: "agenda" })
      return yield* listOf(agendaUid)
    }),

    remove: Effect.fn("Members.remove")(function*(agendaUid, userUid) {
      yield* atomically(Effect.gen(function*() {
        yield* lock(agendaUid)
        const member = yield* members.find(agendaUid, userUid)
        if (member === null) return yield* new NotFound({ what: "member" })
        yield* keepAdministrator(member)
        yield* members.remove(member.uid)
      }))
    }, Effect.provideService(Transaction, transaction))
  })
})
