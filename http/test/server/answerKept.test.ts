import { expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Logger from "effect/Logger"
import * as Http from "node:http"
import type { KeptRead, KeptReads } from "../../src/front/KeptReads.js"
import { answerKept } from "../../src/server/answerKept.js"
import { sender } from "../world/World.js"

const kept: KeptRead = {
  question: "/v2/agendas/1/events",
  etag: '"kept"',
  body: new TextEncoder().encode("kept"),
  headers: { etag: '"kept"', "content-type": "text/plain" },
  mark: { caller: { _tag: "Operator", userUid: null }, topics: [], revisions: [] },
  stretch: { from: 0, until: 1 }
}

/** Answers one request with what is kept, and says whether it was passed on as well. */
const answering = (holds: Effect.Effect<boolean>) =>
  Effect.gen(function*() {
    const reads: KeptReads["Type"] = {
      find: () => kept,
      holds: () => holds,
      current: () => Effect.succeed(null),
      keeping: (_request, _caller, _agenda, _operation, route) => route
    }
    let passedOn = 0
    const listener = yield* answerKept(reads, (_request, response) => {
      passedOn++
      response.end("made anew")
    })
    const server = yield* Effect.acquireRelease(
      Effect.async<Http.Server>((resume) => {
        const listening = Http.createServer(listener)
        listening.listen(0, "127.0.0.1", () => resume(Effect.succeed(listening)))
      }),
      (listening) => Effect.sync(() => listening.close())
    )
    const address = server.address()
    const { text } = yield* sender(typeof address === "object" && address !== null ? address.port : 0)("/")
    return [text, passedOn]
  }).pipe(Effect.scoped)

it.live("what is kept and holds is answered once, also where no line can be logged", () => {
  const broken = Logger.make(() => {
    throw new Error("the disk is full")
  })
  return Effect.gen(function*() {
    expect(yield* answering(Effect.succeed(true))).toEqual(["kept", 0])
  }).pipe(Effect.provide(Logger.replace(Logger.defaultLogger, broken)))
})

it.live("what does not hold, or of which that cannot be found out, is passed on", () =>
  Effect.gen(function*() {
    expect(yield* answering(Effect.succeed(false))).toEqual(["made anew", 1])
    expect(yield* answering(Effect.die("lost"))).toEqual(["made anew", 1])
  }).pipe(Effect.provide(Logger.remove(Logger.defaultLogger))))
