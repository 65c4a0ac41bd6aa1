import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { Invalid, NotFound, type StoreError } from "../domain/error/EngineError.js"
import { type Issue, issue } from "../domain/error/Issue.js"
import { isEmail } from "../domain/text/isEmail.js"
import { Transaction } from "../ports/Transaction.js"
import { UserStore } from "../ports/UserStore.js"
import type { UserRecord } from "../record/MemberRecord.js"
import { freshUid } from "./identity/freshUid.js"
import { atomically } from "./transaction/atomically.js"
import { scanAll } from "./transaction/scanAll.js"

/** Creates and lists user accounts. For operators and embedders: it checks no caller. */
export class Users extends Context.Tag("@agenda-engine/core/services/Users")<Users, {
  /** Creates an account. `Invalid`: not an e-mail address, a taken one (`duplicate`), or no name. */
  readonly create: (draft: { readonly email: string; readonly name: string }) => Effect.Effect<UserRecord, Invalid | StoreError>
  /** The account with this uid. */
  readonly get: (uid: number) => Effect.Effect<UserRecord, NotFound | StoreError>
  /** All accounts in order of uid. */
  readonly list: Effect.Effect<ReadonlyArray<UserRecord>, StoreError>
}>() {
  /** Layer of Users over the stores. */
  static readonly layer: Layer.Layer<Users, never, Transaction | UserStore> = Layer.effect(Users, Effect.suspend(() => make))
}

const issuesOf = (email: string, name: string): ReadonlyArray<Issue> => [
  ...(isEmail(email) ? [] : [issue("email.invalid", "email", { origin: email })]),
  ...(name === "" ? [issue("required", "name")] : [])
]

const make = Effect.gen(function*() {
  const transaction = yield* Transaction
  const users = yield* UserStore

  return Users.of({
    create: Effect.fn("Users.create")(function*(draft) {
      const email = draft.email.trim().toLowerCase()
      const name = draft.name.trim()
      const issues = issuesOf(email, name)
      if (issues.length > 0) return yield* new Invalid({ subject: "data", issues })
      return yield* atomically(Effect.gen(function*() {
        if ((yield* users.findByEmail(email)) !== null) {
          return yield* new Invalid({ subject: "data", issues: [issue("duplicate", "email", { origin: email })] })
        }
        const uid = yield* freshUid((tried) => Effect.map(users.find(tried), (user) => user !== null))
        const user: UserRecord = { uid, email, name, createdAt: yield* Clock.currentTimeMillis }
        yield* users.put(user)
        return user
      }))
    }, Effect.provideService(Transaction, transaction)),

    get: Effect.fn("Users.get")(function*(uid) {
      const user = yield* users.find(uid)
      return user === null ? yield* new NotFound({ what: "user" }) : user
    }),

    list: scanAll((after: number, limit) => users.scan(after, limit), (user) => user.uid, 0)
  })
})
