import { EventStore } from "@agenda-engine/core/ports/event/EventStore"
import { expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { execFile } from "node:child_process"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"
import { bundleProcesses } from "../../../../conformance/test/process/bundleProcesses.js"
import * as SqliteStores from "../../src/SqliteStores.js"
import { temporaryFile } from "../temporaryFile.js"

const program = fileURLToPath(new URL("upsertingProcess.ts", import.meta.url))
const options = bundleProcesses([program])

/** Fails, with what it wrote to stderr, when the process does. */
const upserting = (filename: string, first: number) =>
  Effect.tryPromise(() => promisify(execFile)(process.execPath, [...options, program, filename, String(first)]))

it.scopedLive("two processes that upsert one external id run one after the other without failures", () =>
  Effect.gen(function*() {
    const filename = yield* temporaryFile
    yield* Effect.all([upserting(filename, 0), upserting(filename, 1_000)], { concurrency: "unbounded" })
    yield* Effect.gen(function*() {
      const events = yield* EventStore
      const shared = yield* events.find(1, { _tag: "ExtId", key: "source", value: "same" })
      expect(shared?.version).toBe(200)
      expect(yield* events.scan({ agendaUid: 1 }, 0, 1_000)).toHaveLength(201)
    }).pipe(Effect.provide(SqliteStores.layer({ filename })))
  }))
