import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { isNight } from "../../../../../core/test/repository/ofFull.js"
import { databaseKinds, useDatabases } from "../commands/useDatabases.js"
import { deliverUnderFire } from "./WebhookRound.js"

const { freshDatabase } = useDatabases()

describe.each(databaseKinds)("servers killed repeatedly while they deliver on %s", (kind) => {
  it.live("deliver every change at least once, in order, and none that is not in the log", () =>
    Effect.gen(function*() {
      const database = yield* Effect.promise(() => freshDatabase(kind))
      const { acknowledged, kills, logged, received } = yield* deliverUnderFire(database, isNight ? 200 : 20, kind)
      expect(acknowledged.length).toBeGreaterThan(kills)
      expect(acknowledged.filter((uid) => !logged.includes(uid))).toEqual([])
      expect([...new Set(received.map(({ uid }) => uid))]).toEqual(logged)
      const ids = new Set(received.map(({ id, uid }) => `${uid} ${id}`))
      expect(ids.size).toBe(logged.length)
      expect(received.length - logged.length).toBeLessThanOrEqual(kills)
    }), isNight ? 3_600_000 : 600_000)
})
