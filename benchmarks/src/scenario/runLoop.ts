import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { fileURLToPath } from "node:url"
import { LoadResult } from "../load/LoadOptions.js"
import type { LoopOptions } from "../loop/LoopOptions.js"
import { run } from "../process/NodeProcess.js"

const loop = fileURLToPath(new URL("../loop/main.js", import.meta.url))

/** Lets a process of its own do something again and again, on the core of servers. */
export const runLoop = (options: LoopOptions) =>
  Effect.flatMap(
    run({ path: loop, args: [JSON.stringify(options)] }, "server"),
    Schema.decodeUnknown(Schema.parseJson(LoadResult))
  )
