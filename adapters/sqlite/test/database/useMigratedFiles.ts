import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Scope from "effect/Scope"
import { copyFile } from "node:fs/promises"
import { afterAll } from "vitest"
import * as SqliteStores from "../../src/SqliteStores.js"
import { temporaryFile } from "../temporaryFile.js"

/**
 * Files with every table and no row, each a copy of one that was migrated: that takes a tenth of migrating it. Call it
 * at the top of a test file.
 */
export const useMigratedFiles = (): Effect.Effect<string, unknown, Scope.Scope> => {
  const scope = Effect.runSync(Scope.make())
  afterAll(() => Effect.runPromise(Scope.close(scope, Exit.void)))
  const migrated = Effect.tap(temporaryFile, (filename) => Effect.scoped(Layer.build(SqliteStores.layer({ filename }))))
  const template = Effect.runSync(Effect.cached(Scope.extend(migrated, scope)))
  return Effect.gen(function*() {
    const source = yield* template
    const filename = yield* temporaryFile
    yield* Effect.promise(() => copyFile(source, filename))
    return filename
  })
}
