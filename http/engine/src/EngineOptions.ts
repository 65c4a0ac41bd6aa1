import type { Limits } from "@agenda-engine/core/domain/Limits"
import type { Coordinates, PostalAddress } from "@agenda-engine/core/ports/geocoding/Geocoder"
import type { Mail } from "@agenda-engine/core/ports/Mailer"
import type { AddressBaseOptions } from "@agenda-engine/geocoding/AddressBaseGeocoder"
import type { NominatimOptions } from "@agenda-engine/geocoding/NominatimGeocoder"
import type { HttpSettings } from "@agenda-engine/http/HttpSettings"
import type { HostUsersOptions } from "@agenda-engine/http/identity/IdentityProvider"

/** A database that the host has open with better-sqlite3. */
export interface HostSqlite {
  /** The path that it was opened with. */
  readonly name: string
  /** Whether it is in memory. */
  readonly memory: boolean
}

/** A pool that the host has open with node-postgres. */
export interface HostPool {
  /** Takes a connection out of the pool. */
  readonly connect: (...parameters: ReadonlyArray<never>) => unknown
  readonly options: object
}

/** A database by its URL: `sqlite:FILE`, `sqlite::memory:` or `postgres://USER:PASSWORD@HOST/NAME`. */
export type DatabaseUrl = `sqlite:${string}` | `postgres://${string}` | `postgresql://${string}`

/**
 * Where agendas are stored.
 *
 * - `memory`: in this process, for tests and demonstrations. Needs no driver.
 * - `sqlite:FILE`: a file, created if missing. Needs better-sqlite3.
 * - `postgres://…`: a database with encoding UTF8. Needs `@effect/sql-pg`.
 * - `{ url }`: one of these three as a string of unknown content, such as an environment variable.
 * - `{ sqlite }`: the file of a `Database` of better-sqlite3 that the host has open.
 * - `{ pool }`: a `Pool` of node-postgres that the host has open. The host closes it.
 */
export type DatabaseOption =
  | "memory"
  | DatabaseUrl
  | { readonly url: string }
  | { readonly sqlite: HostSqlite }
  | { readonly pool: HostPool }

/**
 * Where images of events are stored. `none`: images are refused. The others need sharp.
 *
 * - `memory`: in this process, for tests.
 * - `{ folder }`: a folder, created if missing.
 * - `{ bucket, … }`: `https://HOST/BUCKET` of an S3-compatible store.
 */
export type ImagesOption =
  | "none"
  | "memory"
  | { readonly folder: string }
  | { readonly bucket: string; readonly region: string; readonly accessKeyId: string; readonly secretAccessKey: string }

/**
 * How mails are sent, such as invitations. `none`: each fails, and is shown as such to who sends it.
 *
 * - `{ smtp, from }`: `smtp://USER:PASSWORD@HOST:587` or `smtps://…`. Needs nodemailer.
 * - `{ folder, from }`: a file for each mail. Needs nodemailer.
 * - `{ send }`: a function of the host. It is called again later when it rejects, unless the rejection has `reason:
 *   "permanent"`.
 */
export type MailOption =
  | "none"
  | { readonly smtp: string; readonly from: string }
  | { readonly folder: string; readonly from: string }
  | {
    /** Sends a mail. */
    readonly send: (mail: Mail) => Promise<void>
  }

/** A function of the host that finds coordinates. */
export interface HostGeocoder {
  /**
   * The coordinates of an address, or null. It is called again later when it rejects, unless the rejection has `reason:
   * "permanent"`.
   */
  readonly find: (address: PostalAddress) => Promise<Coordinates | null>
  /** Least milliseconds between two calls. Default: 0. */
  readonly interval_ms?: number | undefined
}

/**
 * What looks up the coordinates of locations without any. `none`: writes have to bring them.
 *
 * - `{ nominatim }`: all countries. Its public server wants a `userAgent` that names the operator.
 * - `{ addressBase }`: France.
 * - both: Nominatim is asked for what the address base does not know.
 * - `{ find }`: a function of the host.
 */
export type GeocoderOption =
  | "none"
  | { readonly addressBase: AddressBaseOptions; readonly nominatim?: NominatimOptions | undefined }
  | { readonly addressBase?: undefined; readonly nominatim: NominatimOptions }
  | HostGeocoder

/** Members of which each may be absent or undefined, which both mean its default. */
type Optional<A> = { readonly [Name in keyof A]?: A[Name] | undefined }

/** The settings of the handler that are no options of their own. */
export type HandlerSettings = Omit<HttpSettings, "basePath" | "publicUrl">

/** Options that concern every host. */
interface CommonOptions {
  readonly database: DatabaseOption
  /** Whether the schema is migrated at the start. Default: true. */
  readonly migrate?: boolean | undefined
  /** Default: `none`. */
  readonly images?: ImagesOption | undefined
  /** Default: `none`. */
  readonly geocoder?: GeocoderOption | undefined
  /**
   * The user of the host who sent a request, or null; alone, or with the other options of `hostUsers`. Default: only
   * keys and access tokens of the engine identify callers.
   */
  readonly auth?: HostUsersOptions["auth"] | HostUsersOptions | undefined
  /**
   * The path that the engine is mounted at, such as `/calendar`. Default: the root. `node` finds it by itself under
   * `app.use(path, …)` of Express and Connect.
   */
  readonly basePath?: string | undefined
  /**
   * Whether `x-forwarded-proto` and `x-forwarded-host` say the address of a request. Default: false. Only for hosts
   * behind a proxy that sets or removes both.
   */
  readonly trustProxy?: boolean | undefined
  /** Bounds of the engine. Default: `defaultLimits`. */
  readonly limits?: Optional<Limits> | undefined
  /** Further settings of the handler. Default: `defaultSettings`, without a log of requests. */
  readonly http?: Optional<HandlerSettings> | undefined
}

/**
 * Options of `createAgendaEngine`. Mails need `publicUrl`, because their links never follow the `Host` header of a
 * request.
 */
export type EngineOptions =
  & CommonOptions
  & (
    | {
      /** Base of absolute URLs in responses and mails, `basePath` included. */
      readonly publicUrl: string
      /** Default: `none`. */
      readonly mail?: MailOption | undefined
    }
    | {
      /** Absent: URLs in responses follow the scheme and host of each request. */
      readonly publicUrl?: undefined
      readonly mail?: "none" | undefined
    }
  )
