import { expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { execFile } from "node:child_process"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"
import { bundleProcesses } from "../../../conformance/test/process/bundleProcesses.js"
import { temporaryFolder } from "./temporaryFolder.js"

const program = fileURLToPath(new URL("fillingProcess.ts", import.meta.url))
const options = bundleProcesses([program])

// A limit of the size of files stands for a full disk.
const limited = `ulimit -f 1500; exec "$@"`

it.scopedLive(
  "a commit on a full disk fails with Unavailable, and smaller ones succeed",
  () =>
    Effect.gen(function*() {
      const folder = yield* temporaryFolder
      const node = [process.execPath, ...options, program, folder]
      const { stdout } = yield* Effect.promise(() => promisify(execFile)("bash", ["-c", limited, "bash", ...node]))
      expect(JSON.parse(stdout)).toEqual({ failed: "Unavailable", missing: 0, small: "Success" })
    }),
  60_000
)
