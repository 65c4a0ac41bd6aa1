import { CurrentInvitationSettings } from "@agenda-engine/core/domain/access/Invitation"
import { CurrentDatabase } from "@agenda-engine/core/domain/CurrentDatabase"
import type { StoreError } from "@agenda-engine/core/domain/error/EngineError"
import { CurrentLimits } from "@agenda-engine/core/domain/Limits"
import { CurrentImageBase } from "@agenda-engine/core/domain/media/Image"
import { CurrentImageSteps } from "@agenda-engine/core/domain/media/ImageScaling"
import { CurrentProviders } from "@agenda-engine/core/domain/ticketing/Ticketing"
import type { Engine } from "@agenda-engine/core/Engine"
import { RateCounts } from "@agenda-engine/core/ports/host/RateCounts"
import { ReadCopies } from "@agenda-engine/core/ports/host/ReadCopies"
import type { ImageFetcher } from "@agenda-engine/core/ports/image/ImageFetcher"
import type { ImageRenderer } from "@agenda-engine/core/ports/image/ImageRenderer"
import type { ImageStore } from "@agenda-engine/core/ports/image/ImageStore"
import type { Stores } from "@agenda-engine/core/ports/Stores"
import { Transaction } from "@agenda-engine/core/ports/Transaction"
import { Maintenance } from "@agenda-engine/core/services/Maintenance"
import { Removals } from "@agenda-engine/core/services/Removals"
import type * as FileSystem from "@effect/platform/FileSystem"
import type { ConfigError } from "effect/ConfigError"
import * as Context from "effect/Context"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { geocodingConfig, geocodingOf } from "../../config/GeocodingConfig.js"
import { type ImagesConfig, imagesConfig } from "../../config/ImagesConfig.js"
import { mailConfig, mailerOf } from "../../config/MailConfig.js"
import { addressConfig, imageBaseConfig, limitsConfig, providersConfig } from "../../config/ServerConfig.js"
import { version } from "../../config/version.js"
import { webhooksConfig } from "../../config/WebhooksConfig.js"
import { Failure, Misuse, showConfigError } from "../output/Failure.js"
import { remark } from "../output/Output.js"
import * as ProgressBar from "../output/ProgressBar.js"
import { lastBackupOf } from "./backup/lastBackupOf.js"
import { type Database, type DatabaseFacts, databaseOf } from "./Database.js"
import { fenced, refuseForeignStandbys } from "./databaseFence.js"
import { folderOf } from "./imageFolder.js"

const misused = (error: ConfigError): Misuse => new Misuse({ message: showConfigError(error) })

const s3 = /^s3:(https?:\/\/[^\s/?#]+\/[^\s?#]*[^\s/?#])\/?$/

const storeOf = (config: ImagesConfig, database: string): Effect.Effect<Layer.Layer<ImageStore>, Misuse> => {
  const { target } = config
  if (target === null && database === "sqlite::memory:") {
    return Effect.map(Effect.promise(() => import("@agenda-engine/core/memory/MemoryImageStore")), ({ layer }) => layer)
  }
  if (target === null || !target.startsWith("s3:")) {
    return Effect.map(
      Effect.promise(() => import("@agenda-engine/images/FolderImageStore")),
      ({ layer }) => layer({ folder: target ?? folderOf(database) })
    )
  }
  const url = s3.exec(target)?.[1]
  if (url === undefined) return new Misuse({ message: "AGENDA_IMAGES takes a folder, or s3:https://HOST/BUCKET" })
  const bucket = config.s3
  return bucket === null
    ? new Misuse({ message: "images in a bucket need AGENDA_S3_ACCESS_KEY_ID and AGENDA_S3_SECRET_ACCESS_KEY" })
    : Effect.map(Effect.promise(() => import("@agenda-engine/images/S3ImageStore")), ({ layer }) => layer({ url, ...bucket }))
}

/** The store of the images of a database, according to the settings. */
export const imageStoreOf = (database: string): Effect.Effect<Layer.Layer<ImageStore>, Misuse> =>
  Effect.flatMap(Effect.mapError(imagesConfig, misused), (config) => storeOf(config, database))

/** The layers for images, according to the configuration; loads only the modules it needs. */
export const imagesOf = (
  config: ImagesConfig,
  database: string
): Effect.Effect<Layer.Layer<ImageStore | ImageRenderer | ImageFetcher, StoreError>, Misuse> =>
  Effect.gen(function*() {
    const store = yield* storeOf(config, database)
    const { layer } = yield* Effect.promise(() => import("@agenda-engine/images/Images"))
    return layer(store, { lazy: true, privateAddresses: config.privateAddresses })
  })

/**
 * What is done about an older schema. `always`: it is migrated. `whenEmpty`: an empty database is set up, and any other
 * older one refused. For servers, `serving`: it is migrated, and `never`: it is refused; a database that takes no
 * writes now is served as it is, with a warning.
 */
export type MigratePolicy = "always" | "never" | "serving" | "whenEmpty"

const remedy = "bring it up to date with: agenda-engine migrate up"

const isToMigrate = (database: Database, policy: MigratePolicy): Effect.Effect<boolean, Failure | StoreError> => {
  if (policy === "always" || policy === "serving") return Effect.succeed(true)
  return Effect.flatMap(database.status, ({ applied, pending }) => {
    if (pending.length === 0) return Effect.succeed(false)
    return applied.length === 0 && policy === "whenEmpty"
      ? Effect.succeed(true)
      : new Failure({ message: `the database schema is outdated; ${remedy}` })
  })
}

/**
 * Brings the indexes of a database from before up to date and finishes deletions that were stopped, which may take a
 * while.
 */
const reindex: Effect.Effect<void, StoreError, Removals | Maintenance> = Effect.gen(function*() {
  const upkeep = yield* Maintenance
  const bar = yield* ProgressBar.onStderr
  const indexed = yield* upkeep.reindex((done) => bar.show(null, `indexed ${done} events and locations`))
  if (indexed > 0) yield* bar.finish(`indexed ${indexed} events and locations`)
  const removals = yield* Removals
  yield* removals.sweep((done) => bar.show(null, `deleted ${done} records of deleted agendas`))
})

/** Warns on stderr when reindexing is due, because searches are incomplete. */
const warn: Effect.Effect<void, StoreError, Maintenance> = Effect.gen(function*() {
  const { isDue } = yield* Maintenance
  if (yield* isDue) yield* remark(`warning: the search index is incomplete, and searches miss some events; ${remedy}`)
})

const refusesWrites: { readonly [reason in StoreError["reason"]]?: string } = {
  ReadOnly: "the database is read-only",
  Busy: "the database is locked by other writers"
}

/** Warns on stderr when the database accepts no writes now, and continues. */
const sparingWrites = <R>(writes: Effect.Effect<void, StoreError, R>): Effect.Effect<void, StoreError, R> =>
  Effect.catchAll(writes, (error) => {
    const what = refusesWrites[error.reason]
    return what === undefined ? error : remark(`warning: ${what}; reads continue, and writes are refused until it accepts them`)
  })

/** Stores that warn on stderr when they are opened and accept no writes. */
const watched = (stores: Layer.Layer<Stores, StoreError>): Layer.Layer<Stores, StoreError> =>
  Layer.tap(stores, (context) => sparingWrites(Context.get(context, Transaction).run(Effect.void)))

/** What a server prints at its start about its database. */
const startLine = (place: string, facts: DatabaseFacts | null): string => {
  const opened = `agenda-engine ${version} opened the database ${place}`
  if (facts === null) return opened
  const { agendas, changedAt, events, hasMore, id } = facts
  const counted = hasMore ? `at least ${events}` : String(events)
  const changed = changedAt === null ? "no change logged" : `last change ${DateTime.formatIso(DateTime.unsafeMake(changedAt))}`
  return `${opened}: id ${id ?? "unknown"}, ${agendas} agendas, ${counted} events, ${changed}`
}

/**
 * Runs an effect with the engine over a database, which is opened before and closed after, with the limits of the
 * environment.
 */
export const withEngine = <A, E, R>(
  url: string,
  effect: Effect.Effect<A, E, R | Engine>,
  policy: MigratePolicy = "whenEmpty"
): Effect.Effect<A, E | Failure | Misuse | StoreError, Exclude<R, Engine>> =>
  Effect.gen(function*() {
    const [engine, secrets, richText, poster] = yield* Effect.promise(() =>
      Promise.all([
        import("@agenda-engine/core/Engine"),
        import("../../node/NodeSecrets.js"),
        import("@agenda-engine/richtext/MarkdownRichText"),
        import("@agenda-engine/outbound/WebhookPoster")
      ])
    )
    const { base, geocoding, imageBase, limits, mail, pictures, providers, webhooks } = yield* Effect.mapError(
      Effect.all({
        base: addressConfig,
        geocoding: geocodingConfig,
        imageBase: imageBaseConfig,
        limits: limitsConfig,
        mail: mailConfig,
        pictures: imagesConfig,
        providers: providersConfig,
        webhooks: webhooksConfig
      }),
      misused
    )
    const database = yield* Effect.flatMap(databaseOf(url), fenced)
    const images = yield* imagesOf(pictures, url)
    const migrate = yield* isToMigrate(database, policy)
    const isServing = policy === "serving" || policy === "never"
    if (isServing) yield* refuseForeignStandbys(url)
    const opened = database.layer({ migrate, readsCopies: isServing })
    const stores = isServing ? watched(opened) : opened
    const upkeep = migrate ? reindex : warn
    const mailer = Layer.mapError(mailerOf(mail, url), misused)
    const geocoder = Layer.mapError(geocodingOf(geocoding), misused)
    const senders = [mailer, geocoder, poster.layer(webhooks)] as const
    const run = imageBase === null ? effect : Effect.provideService(effect, CurrentImageBase, imageBase)
    const identified = Effect.flatMap(isServing ? database.facts : Effect.succeed(null), (facts) =>
      Effect.provideService(
        isServing ? Effect.zipRight(Effect.flatMap(database.place, (place) => remark(startLine(place, facts))), run) : run,
        CurrentDatabase,
        {
          id: facts?.id ?? null,
          backedUpAt: lastBackupOf(database)
        }
      ))
    const layer: Layer.Layer<Engine, Misuse | StoreError> = Layer.merge(
      engine.layer.pipe(Layer.provide([stores, secrets.layer, richText.layer, images, ...senders])),
      Layer.provide(Layer.merge(Layer.effect(RateCounts, RateCounts), Layer.effect(ReadCopies, ReadCopies)), stores)
    )
    return yield* Effect.zipRight(isServing ? sparingWrites(upkeep) : upkeep, identified).pipe(
      Effect.provide(layer),
      Effect.provideService(CurrentLimits, limits),
      Effect.provideService(CurrentImageSteps, pictures.steps),
      Effect.provideService(CurrentProviders, providers),
      Effect.provideService(CurrentInvitationSettings, {
        base: () => base,
        secret: mail.invitationSecret,
        formerSecrets: mail.formerSecrets
      })
    )
  })

/**
 * `withEngine` for commands on existing data: fails when the database does not exist instead of creating it.
 */
export const withExistingEngine = <A, E, R>(
  url: string,
  effect: Effect.Effect<A, E, R | Engine>
): Effect.Effect<A, E | Failure | Misuse | StoreError, Exclude<R, Engine> | FileSystem.FileSystem> =>
  databaseOf(url).pipe(
    Effect.flatMap(({ found }) => found),
    Effect.zipRight(withEngine(url, effect))
  )
