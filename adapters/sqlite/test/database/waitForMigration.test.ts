import { expect, it } from "@effect/vitest"
import Sqlite from "better-sqlite3"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as SqliteMigrations from "../../src/SqliteMigrations.js"
import * as SqliteStores from "../../src/SqliteStores.js"
import { temporaryFile } from "../temporaryFile.js"

it.scopedLive("opening a file waits as long as another process migrates it, longer than for other writers", () =>
  Effect.gen(function*() {
    const filename = yield* temporaryFile
    const other = new Sqlite(filename)
    other.pragma("journal_mode = WAL")
    other.exec("BEGIN IMMEDIATE")
    const opening = yield* Effect.fork(Effect.scoped(Layer.build(SqliteStores.layer({ filename, busyTimeout: "50 millis" }))))
    const migrating = yield* Effect.fork(SqliteMigrations.up({ filename, busyTimeout: "50 millis" }))
    yield* Effect.sleep("1 second")
    expect([Option.isNone(yield* Fiber.poll(opening)), Option.isNone(yield* Fiber.poll(migrating))]).toEqual([true, true])
    other.exec("COMMIT")
    other.close()
    yield* Fiber.join(opening)
    yield* Fiber.join(migrating)
    expect((yield* SqliteMigrations.status({ filename })).pending).toEqual([])
  }))
