import { operator } from "@agenda-engine/core/domain/access/Credential"
import { authorized } from "@agenda-engine/core/services/Access"
import { Agendas } from "@agenda-engine/core/services/Agendas"
import { Events } from "@agenda-engine/core/services/Events"
import * as Effect from "effect/Effect"
import * as TestClock from "effect/TestClock"
import { comingTitles, memoryEngine } from "./memoryEngine.js"

/** What is coming before and after a concert begins. `it.effect` of `@effect/vitest` provides the clock. */
export const passingTime = Effect.gen(function*() {
  yield* TestClock.setTime("2030-06-21T12:00:00Z")
  const agendas = yield* Agendas
  const events = yield* Events
  const { uid } = yield* agendas.create({ title: "Town" })
  yield* authorized(operator, { _tag: "Uid", uid }, "events:write", (authorization) =>
    events.create(authorization, {
      title: { en: "Concert" },
      description: { en: "Brass on a barge" },
      attendanceMode: 2,
      onlineAccessLink: "https://live.example/concert",
      timings: [{ begin: "2030-06-21T20:00:00Z", end: "2030-06-21T22:00:00Z" }]
    }))
  const before = yield* comingTitles(uid)
  yield* TestClock.adjust("9 hours")
  return { before, after: yield* comingTitles(uid) }
}).pipe(Effect.provide(memoryEngine))
