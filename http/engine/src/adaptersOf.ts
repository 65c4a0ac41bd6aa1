import type { StoreError } from "@agenda-engine/core/domain/error/EngineError"
import * as MemoryImageStore from "@agenda-engine/core/memory/MemoryImageStore"
import * as MemoryStores from "@agenda-engine/core/memory/MemoryStores"
import { Geocoder, GeocodingError, type PostalAddress } from "@agenda-engine/core/ports/geocoding/Geocoder"
import type { TimezoneFinder } from "@agenda-engine/core/ports/geocoding/TimezoneFinder"
import { HostStatements } from "@agenda-engine/core/ports/host/HostStatements"
import { ImageFetcher } from "@agenda-engine/core/ports/image/ImageFetcher"
import { ImageRenderer } from "@agenda-engine/core/ports/image/ImageRenderer"
import { ImageStore } from "@agenda-engine/core/ports/image/ImageStore"
import type { Stores } from "@agenda-engine/core/ports/Stores"
import { WebhookSender } from "@agenda-engine/core/ports/webhook/WebhookSender"
import { loadSharp } from "@agenda-engine/images/loadSharp"
import { loadDriver } from "@agenda-engine/postgres/loadDriver"
import type { ConfigError } from "effect/ConfigError"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import { hostFailure, type MissingPackage, refusalOf } from "./EngineFault.js"
import type { DatabaseOption, GeocoderOption, HostGeocoder, HostImageStore, ImagesOption, WebhooksOption } from "./EngineOptions.js"
import { loadOptional } from "./loadOptional.js"

const storeOf = (images: ImagesOption): Effect.Effect<Layer.Layer<ImageStore>> =>
  Effect.promise(async () => {
    if (images === "none") return ImageStore.none
    if (images === "memory") return MemoryImageStore.layer
    if ("folder" in images) return (await import("@agenda-engine/images/FolderImageStore")).layer({ folder: images.folder })
    const { accessKeyId, bucket: url, region, secretAccessKey } = images
    const { layer } = await import("@agenda-engine/images/S3ImageStore")
    return layer({ url, region, accessKeyId, secretAccessKey: Redacted.make(secretAccessKey) })
  })

const hostStore = (host: HostImageStore): Layer.Layer<ImageStore> =>
  Layer.succeed(ImageStore, {
    put: (name, bytes) => Effect.tryPromise({ try: async () => host.put(name, bytes), catch: hostFailure("ImageStore.put") }),
    get: (name) => Effect.tryPromise({ try: async () => host.get(name), catch: hostFailure("ImageStore.get") }),
    remove: (name) => Effect.tryPromise({ try: async () => host.remove(name), catch: hostFailure("ImageStore.remove") })
  })

/** The layers for images. Fails with `MissingPackage` where sharp is not installed. */
export const imagesOf = (
  images: ImagesOption,
  host: HostImageStore | undefined
): Layer.Layer<ImageStore | ImageRenderer | ImageFetcher, StoreError | MissingPackage> =>
  images === "none" && host === undefined
    ? Layer.mergeAll(ImageStore.none, ImageRenderer.none, ImageFetcher.none)
    : Layer.unwrapEffect(Effect.gen(function*() {
      yield* loadOptional("sharp", "images", loadSharp)
      const { layer } = yield* Effect.promise(() => import("@agenda-engine/images/Images"))
      return layer(host === undefined ? yield* storeOf(images) : hostStore(host))
    }))

type GeocoderLayer = Layer.Layer<Geocoder, ConfigError>

const failed = (cause: unknown): GeocodingError => new GeocodingError({ ...refusalOf(cause), retryAfter_ms: null })

const hostGeocoder = (host: HostGeocoder): GeocoderLayer =>
  Layer.succeed(Geocoder, {
    isOn: true,
    interval_ms: host.interval_ms ?? 0,
    find: (address: PostalAddress) => Effect.tryPromise({ try: async () => host.find(address), catch: failed })
  })

const serviceOf = async (geocoder: Exclude<GeocoderOption, "none">): Promise<GeocoderLayer> => {
  if ("find" in geocoder) return hostGeocoder(geocoder)
  const { addressBase, nominatim } = geocoder
  const all = nominatim === undefined ? null : (await import("@agenda-engine/geocoding/NominatimGeocoder")).layer(nominatim)
  const french = addressBase === undefined ? null : (await import("@agenda-engine/geocoding/AddressBaseGeocoder")).layer(addressBase)
  if (all === null || french === null) return all ?? french ?? Geocoder.none
  return (await import("@agenda-engine/geocoding/FallbackGeocoder")).layer(french, all)
}

/** The geocoder, and the finder of time zones. Only the modules that they need are loaded. */
export const geocoderOf = (geocoder: GeocoderOption): Layer.Layer<Geocoder | TimezoneFinder> =>
  Layer.unwrapEffect(Effect.promise(async () => {
    const timezones = (await import("@agenda-engine/geocoding/TimezoneMap")).layer
    // `checkOptions` has refused what a service fails with.
    return Layer.merge(geocoder === "none" ? Geocoder.none : Layer.orDie(await serviceOf(geocoder)), timezones)
  }))

/** The sender of webhooks. */
export const webhooksOf = (webhooks: WebhooksOption): Layer.Layer<WebhookSender> =>
  webhooks === "none" ? WebhookSender.none : Layer.unwrapEffect(
    Effect.map(Effect.promise(() => import("@agenda-engine/outbound/WebhookPoster")), ({ layer }) => layer(webhooks))
  )

type StoresLayer = Layer.Layer<Stores | HostStatements, StoreError>

const sqlite = loadOptional("better-sqlite3", "database", () => import("@agenda-engine/sqlite/SqliteStores"))

const postgres = Effect.zipRight(
  loadOptional("@effect/sql-pg", "database", loadDriver),
  Effect.promise(() => import("@agenda-engine/postgres/PostgresStores"))
)

/** The stores of a URL that `checkOptions` admits. */
const byUrl = (
  { partitions, readFrom = [], url }: Extract<DatabaseOption, { readonly url: string }>,
  migrate: boolean
): Effect.Effect<StoresLayer, MissingPackage> => {
  if (url === "memory") return Effect.succeed(Layer.merge(MemoryStores.layer, HostStatements.none))
  return url.startsWith("sqlite:")
    ? Effect.map(sqlite, (stores) => stores.layer({ filename: url.slice("sqlite:".length), migrate }))
    : Effect.map(
      postgres,
      (stores) =>
        stores.layer({ url: Redacted.make(url), migrate, partitions, readFrom: readFrom.map((standby) => Redacted.make(standby)) })
    )
}

/** The stores of a database. Only the driver that it needs is loaded. */
export const storesOf = (database: DatabaseOption, migrate: boolean): Layer.Layer<Stores | HostStatements, StoreError | MissingPackage> =>
  Layer.unwrapEffect(Effect.suspend(() => {
    if (typeof database === "string") return byUrl({ url: database }, migrate)
    if ("url" in database) return byUrl(database, migrate)
    return "sqlite" in database
      ? Effect.map(sqlite, (stores) => stores.layerDatabase(database.sqlite, { migrate }))
      : Effect.map(postgres, (stores) => stores.layerPool(database.pool, { migrate }))
  }))
