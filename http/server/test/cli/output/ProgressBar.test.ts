import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as TestClock from "effect/TestClock"
import * as ProgressBar from "../../../src/cli/output/ProgressBar.js"

const draw = (isTerminal: boolean) =>
  Effect.gen(function*() {
    const written: Array<string> = []
    const bar = yield* ProgressBar.make({ isTerminal, write: (text) => written.push(text) })
    for (const [fraction, label] of [[0, "0 lines"], [0.5, "50 lines"], [1, "100 lines"], [null, "more"]] as const) {
      yield* TestClock.adjust("2 seconds")
      yield* bar.show(fraction, label)
      yield* bar.show(fraction, "too soon")
    }
    yield* bar.finish("done")
    return written
  })

describe("ProgressBar", () => {
  it.effect("is redrawn on the same line of a terminal", () =>
    Effect.gen(function*() {
      expect((yield* draw(true)).map((text) => text.replace("\r\u001b[2K", ""))).toEqual([
        `[${"-".repeat(30)}]   0 % 0 lines`,
        `[${"#".repeat(15)}${"-".repeat(15)}]  50 % 50 lines`,
        `[${"#".repeat(30)}] 100 % 100 lines`,
        "more",
        "done\n"
      ])
    }))

  it.effect("prints a plain line at intervals elsewhere", () =>
    Effect.gen(function*() {
      expect(yield* draw(false)).toEqual(["100 lines\n", "done\n"])
    }))
})
