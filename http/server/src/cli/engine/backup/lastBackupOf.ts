import * as Effect from "effect/Effect"
import type { Database } from "../Database.js"

/** How long a look-up of the newest backup may take, so that a health check does not wait for it. */
const lookup_ms_max = 500

/**
 * When the newest backup of a database was complete, in epoch milliseconds. Null: there is none, the database is in
 * memory, or it did not answer within half a second.
 */
export const lastBackupOf = ({ backup }: Pick<Database, "backup">): Effect.Effect<number | null> =>
  backup === null
    ? Effect.succeed(null)
    : backup.lastAt.pipe(
      Effect.orElseSucceed(() => null),
      // A pool that connects cannot be stopped. It ends in the background, also when the caller is uninterruptible.
      Effect.disconnect,
      Effect.interruptible,
      Effect.timeoutTo({ duration: lookup_ms_max, onSuccess: (at) => at, onTimeout: () => null })
    )
