import * as Effect from "effect/Effect"
import * as HashMap from "effect/HashMap"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { AnswerStore } from "../ports/AnswerStore.js"
import type { KeptAnswer } from "../record/KeptAnswer.js"
import type { MemoryDatabase } from "./MemoryDatabase.js"
import { answerName } from "./MemoryState.js"

const isAsFound = (kept: KeptAnswer | null, found: KeptAnswer | null): boolean =>
  kept === null || found === null
    ? kept === found
    : kept.claim === found.claim && (kept.answer === null) === (found.answer === null)

/** Answers of repeatable writes in memory. */
export const layer = (database: MemoryDatabase): Layer.Layer<AnswerStore> => {
  const find = (keyId: string, name: string) =>
    database.read((state) => Option.getOrNull(HashMap.get(state.answers, answerName({ keyId, name }))))
  return Layer.succeed(AnswerStore, {
    find,
    put: (record, before) =>
      database.run(Effect.gen(function*() {
        if (!isAsFound(yield* find(record.keyId, record.name), before)) return false
        yield* database.write("AnswerStore.put", (state) => ({
          ...state,
          answers: HashMap.set(state.answers, answerName(record), record)
        }))
        return true
      })),
    remove: (record) =>
      database.run(Effect.gen(function*() {
        if (!isAsFound(yield* find(record.keyId, record.name), record)) return
        yield* database.write("AnswerStore.remove", (state) => ({
          ...state,
          answers: HashMap.remove(state.answers, answerName(record))
        }))
      })),
    prune: (now, limit) =>
      database.run(Effect.gen(function*() {
        const gone = yield* database.read(({ answers }) =>
          HashMap.toValues(answers)
            .filter(({ expiresAt }) => expiresAt <= now)
            .toSorted((left, right) => left.expiresAt - right.expiresAt)
            .slice(0, limit)
            .map(answerName)
        )
        yield* database.write("AnswerStore.prune", (state) => ({ ...state, answers: HashMap.removeMany(state.answers, gone) }))
        return gone.length
      }))
  })
}
