import * as KeyValueStores from "@agenda-engine/core/keyvalue/KeyValueStores"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { SharedDatabase, StoreUnderTest } from "../../src/StoreUnderTest.js"
import * as FileDatabase from "./FileDatabase.js"

/** A store in files that does something wrong, or nothing: null. */
export const fileStore = (fault: FileDatabase.FileFault | null): StoreUnderTest & { readonly database: SharedDatabase } => {
  const database: SharedDatabase = {
    create: Effect.map(
      Effect.acquireRelease(
        Effect.promise(() => mkdtemp(join(tmpdir(), "agenda-engine-file-"))),
        (folder) => Effect.promise(() => rm(folder, { recursive: true, force: true }))
      ),
      (folder) => join(folder, "agenda.json")
    ),
    open: (filename) => Layer.unwrapScoped(Effect.map(FileDatabase.make(filename, fault), KeyValueStores.layerOver))
  }
  return { name: fault ?? "files", fresh: Effect.map(database.create, database.open), database, lacks: {} }
}
