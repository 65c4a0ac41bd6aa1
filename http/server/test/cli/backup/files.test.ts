import { expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as TestClock from "effect/TestClock"
import { flush, sha256Of } from "../../../src/cli/engine/backup/files.js"
import { lastBackupOf } from "../../../src/cli/engine/backup/lastBackupOf.js"

it.effect("a file that cannot be read or made durable is a failure", () =>
  Effect.gen(function*() {
    const failures = yield* Effect.all([Effect.flip(sha256Of("/nowhere/a.db")), Effect.flip(flush("/nowhere/a.db"))])
    expect(failures.map(({ _tag, message }) => [_tag, message.split(": ENOENT")[0]])).toEqual([
      ["Failure", "/nowhere/a.db cannot be read"],
      ["Failure", "/nowhere/a.db cannot be written"]
    ])
  }))

it.effect("the newest backup is unknown after half a second, also where nothing is interrupted", () =>
  Effect.gen(function*() {
    const unused = Effect.die("unused")
    const lastAt = Effect.uninterruptible(Effect.as(Effect.sleep("10 seconds"), 7))
    const backup = {
      lastAt,
      kind: "postgres",
      copyTo: () => unused,
      factsOf: () => unused,
      note: () => unused,
      restoreFrom: () => unused,
      ready: unused
    } as const
    const asked = yield* Effect.fork(Effect.uninterruptible(lastBackupOf({ backup })))
    yield* TestClock.adjust("500 millis")
    expect(yield* Fiber.poll(asked)).toMatchObject({ value: { value: null } })
    yield* TestClock.adjust("10 seconds")
  }))
