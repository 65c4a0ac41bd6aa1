import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { operator } from "../../../src/domain/access/Credential.js"
import { authorized } from "../../../src/services/Access.js"
import { Agendas } from "../../../src/services/Agendas.js"
import { Events } from "../../../src/services/Events.js"
import { bodyOf, testEngine } from "../testEngine.js"

describe("uids of imported events", () => {
  it.scoped("the same import assigns the same uids in every engine", () =>
    Effect.gen(function*() {
      const agendas = yield* Agendas
      const events = yield* Events
      yield* agendas.create({ title: "Import", uid: 9 })
      const lines = ["a", "b", "c"].map((value) => ({ extId: { key: "feed", value } }))
      return yield* Effect.forEach(lines, (line) =>
        Effect.map(
          authorized(operator, { _tag: "Uid", uid: 9 }, "events:write", (by) => events.restore(by, line, bodyOf("Copie"))),
          ({ uid }) => uid
        ))
    }).pipe(
      Effect.provide(testEngine),
      Effect.replicateEffect(2),
      Effect.map(([first, second]) => {
        expect(first).toEqual(second)
        expect(new Set(first).size).toBe(3)
      })
    ))
})
