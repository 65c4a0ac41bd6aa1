import type { WaitEnd } from "@agenda-engine/core/services/change/ChangeWaits"
import type { ChangePage } from "@agenda-engine/core/services/Changes"
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import * as TestClock from "effect/TestClock"
import { respondChanges } from "../../src/response/changeStream.js"
import { pullOf } from "../../src/response/pulledStream.js"

const pageThat = (changed: ChangePage["changed"]): ChangePage => ({ items: [], next: "c", upToDate: true, changed })

const waiting = pageThat((seconds) => Effect.as(Effect.sleep(`${seconds} seconds`), "waited"))

const decoder = new TextDecoder()

/** The chunks of a stream of changes, while time passes. */
const chunksIn = (page: ChangePage, seconds: number, isPulled: boolean) =>
  Effect.gen(function*() {
    const { body } = yield* respondChanges(page, () => Effect.succeed(page))
    if (body._tag !== "Stream") return yield* Effect.dieMessage(`the body is ${body._tag}`)
    const chunks: Array<string> = []
    const take = (bytes: Uint8Array) => Effect.sync(() => void chunks.push(decoder.decode(bytes)))
    const pull = pullOf(body.stream) ?? Effect.succeed(null)
    const pulling: Effect.Effect<void> = Effect.flatMap(
      pull,
      (bytes) => bytes === null ? Effect.void : Effect.zipRight(take(bytes), pulling)
    )
    const reading = yield* Effect.fork(isPulled ? pulling : Stream.runForEach(body.stream, take))
    yield* TestClock.adjust(`${seconds} seconds`)
    return { chunks, isOver: reading.unsafePoll() !== null }
  })

const start = ": \n\nevent: upToDate\nid: c\ndata: {}\n\n"

describe.each([true, false])("an idle stream of changes, pulled: %s", (isPulled) => {
  it.effect("has a comment every 15 seconds", () =>
    Effect.gen(function*() {
      expect((yield* chunksIn(waiting, 14, isPulled)).chunks).toEqual([start, ": \n\n"])
      expect((yield* chunksIn(waiting, 60, isPulled)).chunks.slice(1).length).toBeGreaterThanOrEqual(4)
    }))

  it.effect("ends after some minutes, and when the server stops", () =>
    Effect.gen(function*() {
      expect(yield* chunksIn(waiting, 200, isPulled)).toMatchObject({ isOver: false })
      expect(yield* chunksIn(waiting, 300, isPulled)).toMatchObject({ isOver: true })
      const stopped = pageThat(() => Effect.succeed<WaitEnd>("stopped"))
      expect(yield* chunksIn(stopped, 1, isPulled)).toEqual({ chunks: [start], isOver: true })
    }))
})
