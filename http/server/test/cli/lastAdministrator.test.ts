import { Agendas } from "@agenda-engine/core/services/Agendas"
import { Members } from "@agenda-engine/core/services/Members"
import { Removals } from "@agenda-engine/core/services/Removals"
import { Users } from "@agenda-engine/core/services/Users"
import * as Arr from "effect/Array"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import { describe, expect, it } from "vitest"
import { withEngine } from "../../src/cli/engine/withEngine.js"
import { databaseKinds, useDatabases } from "./commands/useDatabases.js"

const databases = useDatabases()

const rounds = [1, 2, 3, 4, 5, 6]

describe.each(databaseKinds)("the two administrators of an agenda on %s", (kind) => {
  it("cannot both be removed or demoted by concurrent writes of any kind", async () => {
    const url = await databases.freshDatabase(kind)
    const race = Effect.gen(function*() {
      const users = yield* Users
      const here = { members: yield* Members, removals: yield* Removals }
      const ada = yield* users.create({ email: "ada@example.org", name: "Ada" })
      const agendas = yield* Agendas
      return yield* withEngine(
        url,
        Effect.gen(function*() {
          const there = yield* Members
          for (const round of rounds) {
            const agenda = yield* agendas.create({ title: `Town ${round}`, ownerUid: ada.uid })
            const bob = yield* users.create({ email: `bob${round}@example.org`, name: "Bob" })
            yield* here.members.add(agenda.uid, bob.uid, "administrator")
            const going = round % 2 === 0 ? here.removals.user(bob.uid) : here.members.remove(agenda.uid, bob.uid)
            const [gone, demoted] = yield* Effect.all(
              [Effect.either(going), Effect.either(there.add(agenda.uid, ada.uid, "contributor"))],
              { concurrency: 2 }
            )
            expect([Either.isRight(gone), Either.isRight(demoted)].filter(Boolean)).toHaveLength(1)
            const [refused] = Arr.getLefts([gone, demoted])
            expect(refused).toMatchObject({ _tag: "Conflict" })
            const left = (yield* there.list(agenda.uid)).filter(({ role }) => role === "administrator")
            expect(left.map(({ userUid }) => userUid)).toEqual([Either.isRight(gone) ? ada.uid : bob.uid])
          }
        })
      )
    })
    await Effect.runPromise(withEngine(url, race))
  }, 240_000)
})
