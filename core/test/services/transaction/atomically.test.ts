import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { RollbackWhole, Transaction } from "../../../src/ports/Transaction.js"
import { atomically } from "../../../src/services/transaction/atomically.js"

const rollingBackWhole = Effect.provideService(RollbackWhole, true)

const part = atomically(Effect.void)

describe("atomically", () => {
  it.effect.each([
    { label: "one effect that is not nested", effect: part, runs: 1 },
    { label: "one effect that is not nested, under RollbackWhole", effect: rollingBackWhole(part), runs: 1 },
    { label: "one effect with a nested one", effect: atomically(part), runs: 2 },
    { label: "one effect with a nested one under RollbackWhole", effect: atomically(rollingBackWhole(part)), runs: 1 },
    {
      label: "one effect with one nested under RollbackWhole and one without",
      effect: atomically(Effect.zipRight(rollingBackWhole(part), part)),
      runs: 2
    }
  ])("runs the transactions of $label", ({ effect, runs }) =>
    Effect.gen(function*() {
      let run_count = 0
      const counting = Transaction.of({
        run: (run) =>
          Effect.suspend(() => {
            run_count++
            return run
          }),
        snapshot: (read) => read,
        isActive: Effect.succeed(false)
      })
      yield* Effect.provideService(effect, Transaction, counting)
      expect(run_count).toBe(runs)
    }))
})
