import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { Transaction } from "../../src/ports/Transaction.js"
import { Undivided } from "../../src/ports/Undivided.js"
import { atomically } from "../../src/services/atomically.js"

const undivided = Effect.provideService(Undivided, true)

const part = atomically(Effect.void)

describe("atomically", () => {
  it.effect.each([
    { label: "one that is no part", effect: part, runs: 1 },
    { label: "one that is no part, undivided", effect: undivided(part), runs: 1 },
    { label: "one with a part", effect: atomically(part), runs: 2 },
    { label: "one with an undivided part", effect: atomically(undivided(part)), runs: 1 },
    { label: "one with an undivided part and another", effect: atomically(Effect.zipRight(undivided(part), part)), runs: 2 }
  ])("runs the transactions of $label", ({ effect, runs }) =>
    Effect.gen(function*() {
      let run_count = 0
      const counting = Transaction.of({
        run: (run) =>
          Effect.suspend(() => {
            run_count++
            return run
          })
      })
      yield* Effect.provideService(effect, Transaction, counting)
      expect(run_count).toBe(runs)
    }))
})
