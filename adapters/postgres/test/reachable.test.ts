import { expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { chmod, mkdir, readFile, stat, symlink, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { enterableFolder, reachable } from "../../../benchmarks/src/postgres/reachable.js"

/** A user that owns no file and is in no group of one. */
const stranger = { uid: 4_000_000, gid: 4_000_000 }

it.scopedLive("files that a user cannot reach are copied to where they can, links included", () =>
  Effect.gen(function*() {
    const outer = yield* enterableFolder(null)
    const folder = join(outer, "inside", "native")
    yield* Effect.promise(async () => {
      await chmod(outer, 0o755)
      await mkdir(folder, { recursive: true })
      await writeFile(join(folder, "program"), "runs", { mode: 0o755 })
      await symlink("program", join(folder, "link"))
    })
    expect(yield* reachable(folder, stranger)).toBe(folder)
    yield* Effect.promise(() => chmod(outer, 0o700))
    expect(yield* reachable(folder, null)).toBe(folder)
    const copy = yield* Effect.scoped(Effect.gen(function*() {
      const copy = yield* reachable(folder, stranger)
      expect(copy).not.toBe(folder)
      expect(yield* Effect.promise(() => readFile(join(copy, "link"), "utf8"))).toBe("runs")
      expect(yield* reachable(copy, stranger)).toBe(copy)
      return copy
    }))
    expect(yield* Effect.promise(() => stat(copy).then(() => "there", () => "gone"))).toBe("gone")
  }))
