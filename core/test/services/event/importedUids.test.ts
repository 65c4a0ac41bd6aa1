import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { operator } from "../../../src/domain/access/Credential.js"
import { Agendas } from "../../../src/services/Agendas.js"
import { eventsAs } from "../access/callers.js"
import { bodyOf, testEngine } from "../testEngine.js"

describe("uids of imported events", () => {
  it.scoped("the same import assigns the same uids in every engine", () =>
    Effect.gen(function*() {
      const agendas = yield* Agendas
      yield* agendas.create({ title: "Import", uid: 9 })
      const lines = ["a", "b", "c"].map((value) => ({ extId: { key: "feed", value } }))
      return yield* Effect.forEach(lines, (line) =>
        Effect.map(
          eventsAs(operator, { _tag: "Uid", uid: 9 }).restore(line, bodyOf("Copie")),
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
