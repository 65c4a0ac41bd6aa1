import * as Effect from "effect/Effect"
import type * as Exit from "effect/Exit"
import * as Record from "effect/Record"
import * as Schedule from "effect/Schedule"
import type { StoreError } from "../../domain/error/EngineError.js"
import { Changes } from "../Changes.js"
import { ChangeConsumers } from "../consumer/ChangeConsumers.js"
import { CurrentConsumers } from "../consumer/CurrentConsumers.js"
import { GeocodedLocations } from "../GeocodedLocations.js"
import { Idempotency } from "../Idempotency.js"
import { Images } from "../Images.js"
import { Invitations } from "../Invitations.js"
import { Maintenance } from "../Maintenance.js"
import { Removals } from "../Removals.js"
import { Webhooks } from "../webhook/Webhooks.js"

const hourly = <A, E, R>(run: Effect.Effect<A, E, R>): Effect.Effect<never, E, R> =>
  run.pipe(Effect.delay("5 minutes"), Effect.repeat(Schedule.spaced("1 hour")), Effect.zipRight(Effect.never))

/** Periodically removes unused images. A failed run is logged, and the next one continues. */
const collectImages: Effect.Effect<never, never, Images> = Effect.flatMap(Images, ({ collect }) =>
  hourly(collect.pipe(
    Effect.tap((count) => count > 0 ? Effect.logInfo(`removed ${count} images that nothing used`) : Effect.void),
    Effect.catchAllCause((cause) => Effect.logWarning("images that nothing uses are left to the next run", cause))
  )))

/** Periodically removes expired idempotency records. Errors are logged and retried by the next run. */
export const pruneIdempotencyRecords: Effect.Effect<never, never, Idempotency> = Effect.flatMap(
  Idempotency,
  ({ prune }) => hourly(Effect.ignoreLogged(prune))
)

/** Periodically deletes old changes. Errors are logged and retried by the next run. */
const pruneChanges: Effect.Effect<never, never, Changes> = Effect.flatMap(Changes, ({ prune }) => hourly(Effect.ignoreLogged(prune)))

type BackgroundServices = ChangeConsumers | Changes | GeocodedLocations | Idempotency | Images | Invitations | Webhooks

/**
 * What an engine does beside requests, forever: it sends the mails that are due, delivers changes to webhooks, gives
 * them to the consumers of the host (`CurrentConsumers`), geocodes locations, and removes unused images, expired
 * idempotency records and old changes. Any number of processes may run it over one store. Links in mails begin as
 * `CurrentInvitationSettings` says.
 *
 * @example
 * Layer.scopedDiscard(Effect.forkScoped(backgroundWork)).pipe(Layer.provideMerge(engine))
 */
export const backgroundWork: Effect.Effect<never, never, BackgroundServices> = Effect
  .gen(function*() {
    const invitations = yield* Invitations
    const locations = yield* GeocodedLocations
    const webhooks = yield* Webhooks
    const consumers = yield* ChangeConsumers
    return yield* Effect.raceAll([
      consumers.work,
      invitations.work,
      webhooks.work,
      locations.work,
      collectImages,
      pruneIdempotencyRecords,
      pruneChanges
    ])
  })

/** What one run of the due work has done. */
export interface DueWork {
  /** Mails that were sent. */
  readonly mails: number
  /** Changes that were delivered to webhooks. */
  readonly deliveries: number
  /** Changes that consumers of the host handled; absent when it has none. */
  readonly consumed?: number
  /** Locations whose coordinates were found. */
  readonly locations: number
  /** Unused images that were removed. */
  readonly images: number
}

type DuePorts = BackgroundServices | Maintenance | Removals

/** Runs a part of the due work. A failure is logged, since another part may fail too. */
const part = <A>(name: string, work: Effect.Effect<A, StoreError>): Effect.Effect<Exit.Exit<A, StoreError>> =>
  Effect.exit(Effect.tapErrorCause(work, (cause) => Effect.logWarning(`${name}: left to the next run of the due work`, cause)))

/**
 * Does once what `backgroundWork` does again and again: it sends due mails, delivers changes to webhooks, gives them to
 * the consumers of the host, geocodes due locations, and removes unused images, expired idempotency records and old
 * changes. It also indexes what is indexed by former rules, and finishes interrupted removals, as a server does at its
 * start. For hosts that have a scheduler of their own. A part that fails is logged and leaves the others undisturbed;
 * the first failure is that of the whole.
 */
export const dueWork: Effect.Effect<DueWork, StoreError, DuePorts> = Effect.gen(function*() {
  const changes = yield* Changes
  const invitations = yield* Invitations
  const locations = yield* GeocodedLocations
  const images = yield* Images
  const idempotency = yield* Idempotency
  const maintenance = yield* Maintenance
  const removals = yield* Removals
  const webhooks = yield* Webhooks
  const consumers = yield* ChangeConsumers
  const hasConsumers = !Record.isEmptyReadonlyRecord(yield* CurrentConsumers)
  const exits = {
    mails: yield* part("mails", invitations.sendDue),
    deliveries: yield* part("webhooks", webhooks.deliverDue),
    consumed: yield* part("consumers", consumers.consumeDue),
    locations: yield* part("locations", Effect.map(locations.geocodeDue, ({ found }) => found)),
    images: yield* part("unused images", images.collect),
    pruned: yield* part("expired idempotency records", idempotency.prune),
    changes: yield* part("old changes", changes.prune),
    indexed: yield* part("former index rules", maintenance.reindex(() => Effect.void)),
    removed: yield* part("interrupted removals", removals.sweep())
  }
  const done = {
    mails: yield* exits.mails,
    deliveries: yield* exits.deliveries,
    ...hasConsumers ? { consumed: yield* exits.consumed } : {},
    locations: yield* exits.locations,
    images: yield* exits.images
  }
  yield* Effect.all([exits.pruned, exits.changes, exits.indexed, exits.removed])
  return done
})
