import * as Effect from "effect/Effect"
import * as LmdbDatabase from "../src/LmdbDatabase.js"

/** Fills the folder named by the first argument until a commit fails, and prints what follows. */
const fill = Effect.gen(function*() {
  const lmdb = yield* LmdbDatabase.open({ folder: process.argv[2] ?? "" })
  const put = (page: number) =>
    lmdb.commit((writing) => Effect.sync(() => Array.from({ length: 20 }, (_, index) => writing.put([page, index], "x".repeat(4_000)))))
  let committed = 0
  let failed: string | null = null
  while (failed === null && committed < 1_000) {
    failed = yield* Effect.match(put(committed), { onFailure: ({ reason }) => reason, onSuccess: () => null })
    if (failed === null) committed += 1
  }
  const entries = yield* lmdb.read((reading) => Effect.sync(() => [...reading.range([])].length))
  const small = yield* Effect.exit(lmdb.commit((writing) => Effect.sync(() => writing.put(["small"], "1"))))
  return { failed, missing: committed * 20 - entries, small: small._tag }
})

// The signal would end the process; without it the write fails.
process.on("SIGXFSZ", () => undefined)

process.stdout.write(JSON.stringify(await Effect.runPromise(Effect.scoped(fill))))
