import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { createHash } from "node:crypto"
import { writeFile } from "node:fs/promises"
import { join } from "node:path"
import { LoadResult } from "../load/LoadOptions.js"
import type { LoopOptions } from "../loop/LoopOptions.js"
import { run } from "../process/NodeProcess.js"
import type { World } from "./World.js"

/** Lets a process of its own do something again and again, on the core of servers; what it is told is left in the world's folder. */
export const runLoop = Effect.fnUntraced(function*({ directory, engine }: World, options: LoopOptions) {
  const written = JSON.stringify(options)
  const file = join(directory, `${createHash("sha256").update(written).digest("hex")}.json`)
  yield* Effect.promise(() => writeFile(file, written))
  const told = yield* run({ path: engine.loop, args: [file] }, "server")
  return yield* Schema.decodeUnknown(Schema.parseJson(LoadResult))(told)
})
