import * as Effect from "effect/Effect"
import * as HashMap from "effect/HashMap"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { IdempotencyStore } from "../ports/IdempotencyStore.js"
import type { IdempotencyRecord } from "../record/IdempotencyRecord.js"
import type { MemoryDatabase } from "./MemoryDatabase.js"
import { idempotencyRecordKey } from "./MemoryState.js"

const isUnchanged = (current: IdempotencyRecord | null, expected: IdempotencyRecord | null): boolean =>
  current === null || expected === null
    ? current === expected
    : current.claim === expected.claim && (current.answer === null) === (expected.answer === null)

/** The store of idempotent writes in memory. */
export const layer = (database: MemoryDatabase): Layer.Layer<IdempotencyStore> => {
  const find = (keyId: string, name: string) =>
    database.read((state) => Option.getOrNull(HashMap.get(state.idempotencyRecords, idempotencyRecordKey({ keyId, name }))))
  return Layer.succeed(IdempotencyStore, {
    find,
    put: (record, before) =>
      database.run(Effect.gen(function*() {
        if (!isUnchanged(yield* find(record.keyId, record.name), before)) return false
        yield* database.write("IdempotencyStore.put", (state) => ({
          ...state,
          idempotencyRecords: HashMap.set(state.idempotencyRecords, idempotencyRecordKey(record), record)
        }))
        return true
      })),
    remove: (record) =>
      database.run(Effect.gen(function*() {
        if (!isUnchanged(yield* find(record.keyId, record.name), record)) return
        yield* database.write("IdempotencyStore.remove", (state) => ({
          ...state,
          idempotencyRecords: HashMap.remove(state.idempotencyRecords, idempotencyRecordKey(record))
        }))
      })),
    prune: (now, limit) =>
      database.run(Effect.gen(function*() {
        const expired = yield* database.read(({ idempotencyRecords: records }) =>
          HashMap.toValues(records)
            .filter(({ expiresAt }) => expiresAt <= now)
            .toSorted((left, right) => left.expiresAt - right.expiresAt)
            .slice(0, limit)
            .map(idempotencyRecordKey)
        )
        yield* database.write(
          "IdempotencyStore.prune",
          (state) => ({ ...state, idempotencyRecords: HashMap.removeMany(state.idempotencyRecords, expired) })
        )
        return expired.length
      }))
  })
}
