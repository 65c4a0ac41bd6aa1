import { CurrentDatabase } from "@agenda-engine/core/domain/CurrentDatabase"
import { StoreError } from "@agenda-engine/core/domain/error/EngineError"
import { ReadCopies, type ReadCopy } from "@agenda-engine/core/ports/host/ReadCopies"
import { ChangeConsumers } from "@agenda-engine/core/services/consumer/ChangeConsumers"
import { Maintenance } from "@agenda-engine/core/services/Maintenance"
import { Users } from "@agenda-engine/core/services/Users"
import { Webhooks } from "@agenda-engine/core/services/webhook/Webhooks"
import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import * as Arr from "effect/Array"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Record from "effect/Record"
import { CurrentSettings } from "../HttpSettings.js"
import type { PlainHandlers } from "../request/Handle.js"

const live = HttpServerResponse.unsafeJson({ status: "live" }, { headers: { "cache-control": "no-store" } })

/** What an operator has to look at. */
interface Observed {
  /** When the newest backup was complete, in epoch milliseconds; null: unknown, or there is none. */
  readonly backedUpAt: number | null
  /** Disabled webhooks. */
  readonly disabled: number
  /** Changes that consumers of the host could not handle. */
  readonly parked: number
}

/** An answer of a server that is ready. Members say what an operator has to look at. */
const ready = (
  database: string | null,
  isWritable: boolean,
  { backedUpAt, disabled, parked }: Observed,
  /** The copies of the database that searches cannot read now. */
  unread: ReadonlyArray<ReadCopy>
): HttpServerResponse.HttpServerResponse =>
  HttpServerResponse.unsafeJson({
    status: "ready",
    ...(database === null ? {} : { database }),
    ...(backedUpAt === null ? {} : { backup: { at: DateTime.formatIso(DateTime.unsafeMake(backedUpAt)) } }),
    ...(isWritable ? {} : { writable: false }),
    ...(disabled === 0 ? {} : { webhooks: { disabled } }),
    ...(parked === 0 ? {} : { consumers: { parked } }),
    ...(unread.length === 0 ? {} : { copies: Record.map(Arr.groupBy(unread, ({ state }) => state), Arr.length) })
  }, { headers: { "cache-control": "no-store" } })

const readOnly = new StoreError({ reason: "ReadOnly", operation: "health", cause: new Error("the store accepts no writes") })

/** How long it is waited for a transaction. A store that is busy writing accepts writes. */
const writable_ms_max = 500

/** A uid that no user has: its look-up tests the connection to the store. */
const nobody = 0

const late = (seconds: number): StoreError =>
  new StoreError({ reason: "Unavailable", operation: "health", cause: new Error(`the store did not answer within ${seconds} seconds`) })

/**
 * `/health/live` answers 200 while the process runs. `/health/ready` also checks the store, with a timeout, else 503.
 * It says when the store accepts no writes, or with `readyWritable` answers 503. It counts disabled webhooks and parked
 * changes, copies of the database that cannot be read, and names the database by its id, if the host does.
 */
export const healthRoutes = Effect.gen(function*() {
  const users = yield* Users
  const { isWritable } = yield* Maintenance
  const { disabledCount } = yield* Webhooks
  const { parkedCount } = yield* ChangeConsumers
  const { readyWritable, ready_seconds } = yield* CurrentSettings
  const { backedUpAt, id } = yield* CurrentDatabase
  // One look-up at a time: health checks bypass the queue, and each would take a connection of the store.
  const lookedUp = yield* Effect.cachedWithTTL(
    users.get(nobody).pipe(
      Effect.asVoid,
      Effect.catchTag("NotFound", () => Effect.void),
      Effect.uninterruptible,
      // Requests share the look-up, so it belongs to the trace of none.
      Effect.withTracerEnabled(false)
    ),
    "100 millis"
  )
  const writable = yield* Effect.cachedWithTTL(
    isWritable.pipe(
      Effect.uninterruptible,
      Effect.disconnect,
      Effect.timeoutTo({ duration: writable_ms_max, onSuccess: (is) => is, onTimeout: () => true }),
      Effect.withTracerEnabled(false)
    ),
    "1 second"
  )
  const observed = yield* Effect.cachedWithTTL(
    // A store that fails here fails the look-up, too.
    Effect.all({ backedUpAt, disabled: disabledCount, parked: parkedCount }).pipe(
      Effect.orElseSucceed(() => ({ backedUpAt: null, disabled: 0, parked: 0 })),
      Effect.uninterruptible,
      Effect.withTracerEnabled(false)
    ),
    "10 seconds"
  )
  const copies = yield* ReadCopies
  const unread = Effect.map(copies, (all) => all.filter(({ state }) => state !== "ready"))
  const answerReady = (found: Observed) =>
    Effect.flatMap(
      Effect.all([writable, unread]),
      ([is, copies]) => !is && readyWritable ? readOnly : Effect.succeed(ready(id, is, found, copies))
    )
  const askStore = Effect.zipRight(lookedUp, observed).pipe(
    // A running statement cannot be cancelled; the timeout must not wait for it.
    Effect.disconnect,
    Effect.timeoutFail({ duration: `${ready_seconds} seconds`, onTimeout: () => late(ready_seconds) })
  )
  return {
    live: () => Effect.succeed(live),
    ready: () => Effect.flatMap(askStore, answerReady)
  } satisfies Partial<PlainHandlers>
})
