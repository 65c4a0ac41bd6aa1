import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { HostProfile } from "../domain/access/HostIdentity.js"
import { Invalid, NotFound, type StoreError } from "../domain/error/EngineError.js"
import { type Issue, issue } from "../domain/error/Issue.js"
import { cleanLine, isBlankText } from "../domain/text/cleanText.js"
import { isEmail } from "../domain/text/isEmail.js"
import { AgendaStore } from "../ports/AgendaStore.js"
import { MemberStore } from "../ports/MemberStore.js"
import { Transaction } from "../ports/Transaction.js"
import { UserDirectory } from "../ports/UserDirectory.js"
import { UserStore } from "../ports/UserStore.js"
import type { MemberPageQuery } from "../query/agenda/AgendaQuery.js"
import type { UserRecord } from "../record/MemberRecord.js"
import { accountOf, addressOf } from "./access/hostUser.js"
import { freshUid } from "./identity/freshUid.js"
import { putUser } from "./identity/putUser.js"
import { atomically } from "./transaction/atomically.js"
import { scanAll } from "./transaction/scanAll.js"

/** A page of accounts. */
export interface UserPage {
  readonly users: ReadonlyArray<UserRecord>
  /** Uid of the last account of the page, for `after`; null on the last page. */
  readonly after: number | null
}

/** Creates, finds, changes and lists user accounts. For operators and embedders: it checks no caller. */
export class Users extends Context.Tag("@agenda-engine/core/services/Users")<Users, {
  /** Creates an account. `Invalid`: not an e-mail address, a taken one (`duplicate`), or no name. */
  readonly create: (draft: { readonly email: string; readonly name: string }) => Effect.Effect<UserRecord, Invalid | StoreError>
  /** The account with this uid. */
  readonly get: (uid: number) => Effect.Effect<UserRecord, NotFound | StoreError>
  /** The account with this e-mail address, in whatever case. A user of the host's directory gets one. */
  readonly findByEmail: (email: string) => Effect.Effect<UserRecord, NotFound | StoreError>
  /**
   * The account of a user of the host. `HostIdentity.userId` names the user; a number is written as text. A user of the
   * host's directory who has not called yet gets an account.
   */
  readonly findByHostId: (hostId: string) => Effect.Effect<UserRecord, NotFound | StoreError>
  /**
   * Changes the name, the address or both, also in the user's memberships. `Invalid`: as in `create`. A user of the
   * host gets the name and the verified address of the host again with the next request.
   */
  readonly change: (
    uid: number,
    changes: { readonly email?: string | undefined; readonly name?: string | undefined }
  ) => Effect.Effect<UserRecord, Invalid | NotFound | StoreError>
  /**
   * Copies the name and the verified address of a user from the host's directory: call it after a change there.
   * `NotFound`: the directory does not have the user, or there is none.
   */
  readonly refresh: (hostId: string) => Effect.Effect<UserRecord, NotFound | StoreError>
  /** The accounts after a uid, in order of uid; `limit` is at least 1. */
  readonly page: (query: MemberPageQuery) => Effect.Effect<UserPage, StoreError>
  /** All accounts in order of uid. */
  readonly list: Effect.Effect<ReadonlyArray<UserRecord>, StoreError>
}>() {
  /** Layer of Users over the stores. */
  static readonly layer: Layer.Layer<Users, never, AgendaStore | MemberStore | Transaction | UserStore> = Layer.effect(
    Users,
    Effect.suspend(() => make)
  )
}

const issuesOf = (email: string, name: string): ReadonlyArray<Issue> => [
  ...(isEmail(email) ? [] : [issue("email.invalid", "email", { origin: email })]),
  ...(isBlankText(name) ? [issue("required", "name")] : [])
]

const taken = (email: string): Invalid => new Invalid({ subject: "data", issues: [issue("duplicate", "email", { origin: email })] })

const make = Effect.gen(function*() {
  const agendas = yield* AgendaStore
  const members = yield* MemberStore
  const transaction = yield* Transaction
  const users = yield* UserStore
  const directory = yield* UserDirectory

  const found = (finding: Effect.Effect<UserRecord | null, StoreError>) =>
    Effect.filterOrFail(finding, (user) => user !== null, () => new NotFound({ what: "user" }))

  /** The account of the user that the directory finds and that is the one asked for. */
  const accountIn = Effect.fnUntraced(
    function*(finding: Effect.Effect<HostProfile | null, StoreError> | undefined, isAsked: (profile: HostProfile) => boolean) {
      const profile = finding === undefined ? null : yield* finding
      if (profile === null || !isAsked(profile)) return yield* new NotFound({ what: "user" })
      return yield* accountOf(profile)
    },
    Effect.provideService(AgendaStore, agendas),
    Effect.provideService(MemberStore, members),
    Effect.provideService(UserStore, users),
    Effect.provideService(Transaction, transaction)
  )

  const inDirectory = (hostId: string) => accountIn(directory?.find(hostId), ({ userId }) => userId === hostId)

  return Users.of({
    create: Effect.fn("Users.create")(function*(draft) {
      const email = draft.email.trim().toLowerCase()
      const name = cleanLine(draft.name)
      const issues = issuesOf(email, name)
      if (issues.length > 0) return yield* new Invalid({ subject: "data", issues })
      return yield* atomically(Effect.gen(function*() {
        if ((yield* users.findBy({ email })) !== null) return yield* taken(email)
        const uid = yield* freshUid((tried) => Effect.map(users.find(tried), (user) => user !== null))
        const user: UserRecord = { uid, email, name, hostId: null, createdAt: yield* Clock.currentTimeMillis }
        yield* users.put(user)
        return user
      }))
    }, Effect.provideService(Transaction, transaction)),

    get: (uid) => found(users.find(uid)),

    findByEmail: Effect.fn("Users.findByEmail")(function*(email) {
      const address = email.trim().toLowerCase()
      const stored = yield* users.findBy({ email: address })
      // A user who only claims the address must not get what is meant for its owner.
      return stored ?? (yield* accountIn(directory?.findByEmail(address), (profile) => addressOf(profile) === address))
    }),

    findByHostId: Effect.fn("Users.findByHostId")(function*(hostId) {
      return (yield* users.findBy({ hostId })) ?? (yield* inDirectory(hostId))
    }),

    refresh: Effect.fn("Users.refresh")(function*(hostId) {
      return yield* inDirectory(hostId)
    }),

    change: Effect.fn("Users.change")(
      function*(uid, changes) {
        return yield* atomically(Effect.gen(function*() {
          const stored = yield* found(users.find(uid))
          const email = changes.email?.trim().toLowerCase() ?? stored.email
          const name = changes.name === undefined ? stored.name : cleanLine(changes.name)
          const issues = issuesOf(email, name)
          if (issues.length > 0) return yield* new Invalid({ subject: "data", issues })
          const other = yield* users.findBy({ email })
          if (other !== null && other.uid !== uid) return yield* taken(email)
          const user: UserRecord = { ...stored, email, name }
          yield* putUser(user)
          return user
        }))
      },
      Effect.provideService(AgendaStore, agendas),
      Effect.provideService(MemberStore, members),
      Effect.provideService(UserStore, users),
      Effect.provideService(Transaction, transaction)
    ),

    page: Effect.fn("Users.page")(function*({ after = 0, limit }) {
      const read = yield* users.scan(after, limit + 1)
      return { users: read.slice(0, limit), after: read.length > limit ? read[limit - 1]?.uid ?? null : null }
    }),

    list: scanAll((after: number, limit) => users.scan(after, limit), (user) => user.uid, 0)
  })
})
