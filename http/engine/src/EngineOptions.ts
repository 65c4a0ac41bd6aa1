import type { Limits } from "@agenda-engine/core/domain/Limits"
import type { Engine } from "@agenda-engine/core/Engine"
import type { Coordinates, PostalAddress } from "@agenda-engine/core/ports/geocoding/Geocoder"
import type { Mail } from "@agenda-engine/core/ports/Mailer"
import type { AddressBaseOptions } from "@agenda-engine/geocoding/AddressBaseGeocoder"
import type { NominatimOptions } from "@agenda-engine/geocoding/NominatimGeocoder"
import type { HttpSettings, RouteSet } from "@agenda-engine/http/HttpSettings"
import type { HostUsersOptions } from "@agenda-engine/http/identity/IdentityProvider"
import type * as Layer from "effect/Layer"
import type * as Logger from "effect/Logger"
import type * as Tracer from "effect/Tracer"
import type { HostConsumer } from "./consumersOf.js"
import type { HostHooks } from "./hostHooks.js"
import type { HostLogger } from "./options/loggerOf.js"
import type { TemplateSlots } from "./options/templatesOf.js"

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
 * - `{ url, readFrom?, partitions? }`: `url` is any of the three above, for a `string` such as an environment variable.
 *   On Postgres, `readFrom` has the URLs of hot standbys. Searches read one that has the revisions of the primary. With
 *   `partitions`, 2 to 64, the start in an empty database splits the tables by agenda.
 * - `{ sqlite }`: the file of a `Database` of better-sqlite3 that the host has open.
 * - `{ pool }`: a `Pool` of node-postgres that the host has open. The host closes it.
 */
export type DatabaseOption =
  | "memory"
  | DatabaseUrl
  | { readonly url: string; readonly readFrom?: ReadonlyArray<string>; readonly partitions?: number }
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

/**
 * Where changes are sent to. `none`: no webhook is accepted. Otherwise only addresses of private networks are refused,
 * unless `privateAddresses` is true.
 */
export type WebhooksOption = "none" | { readonly privateAddresses?: boolean | undefined }

/** Members of which each may be absent or undefined, which both mean its default. */
type Optional<A> = { readonly [Name in keyof A]?: A[Name] | undefined }

/** The settings of the handler that are no options of their own. */
export type HandlerSettings = Omit<HttpSettings, "anonymousReads" | "basePath" | "publicUrl" | "withoutRoutes">

/** A store of image files of the host. Names consist of letters, digits and dots, and are never reused. */
export interface HostImageStore {
  /** Writes a file, replacing an existing one; readers never see a part of it. */
  readonly put: (name: string, bytes: Uint8Array) => Promise<void>
  /** The bytes of a file, or null. */
  readonly get: (name: string) => Promise<Uint8Array | null>
  /** Deletes a file, if there is one. */
  readonly remove: (name: string) => Promise<void>
}

/** Options that concern every host. `Services` are those of `layer`. */
interface CommonOptions<Services> {
  readonly database: DatabaseOption
  /** Whether the schema is migrated at the start. Default: true. */
  readonly migrate?: boolean | undefined
  /** Default: `none`. */
  readonly images?: ImagesOption | undefined
  /** Default: `{}`, addresses in public networks. */
  readonly webhooks?: WebhooksOption | undefined
  /**
   * Functions of the host that are given the changes of all agendas, by name: at least once, in order within an agenda,
   * by one process at a time. Names are kept in the database, with what each was given. A function that ignores its
   * `signal` may overlap with the next call, also in another process. Default: none.
   */
  readonly changes?: { readonly [name: string]: HostConsumer } | undefined
  /** Functions of the host that are called with what the engine does. Default: none. */
  readonly hooks?: HostHooks | undefined
  /** A store of the host in place of `images`. Rejections are 503, or 500 with `reason: "permanent"`. Needs sharp. */
  readonly imageStore?: HostImageStore | undefined
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
  /**
   * Whether the engine sends due mails, delivers to webhooks, runs consumers of changes, geocodes locations and removes
   * unused images by itself. Default: true. With false, the host calls `runDue`, as functions without a server and web
   * tiers do.
   */
  readonly background?: boolean | undefined
  /**
   * Which routes are served, each by default. The path of another one is unknown. Without `pages` there is no `embed`.
   */
  readonly routes?: { readonly [Name in RouteSet | "pages"]?: boolean | undefined } | undefined
  /**
   * Whether requests without a credential may read the JSON of public agendas, as they may read pages. Default: false.
   * Private agendas are 404 to them.
   */
  readonly anonymousReads?: boolean | undefined
  /** Markup of the host on public pages. */
  readonly templates?: TemplateSlots | undefined
  /** What the engine logs with: `console`, pino, another logger of their form, or a `Logger` of Effect. */
  readonly logger?: HostLogger | Logger.Logger<unknown, unknown> | undefined
  /** A `Tracer` of Effect, such as that of `@effect/opentelemetry`. Default: nothing is traced. */
  readonly tracer?: Tracer.Tracer | undefined
  /**
   * Services of Effect that are merged over the engine: they may use its services, replace them for the handler, and
   * are at hand in `run`. `ready` rejects with their error.
   */
  readonly layer?: Layer.Layer<Services, unknown, Engine> | undefined
  /** Bounds of the engine. Default: `defaultLimits`. */
  readonly limits?: Optional<Limits> | undefined
  /** Further settings of the handler. Default: `defaultSettings`, without a log of requests. */
  readonly http?: Optional<HandlerSettings> | undefined
}

/**
 * Options of `createAgendaEngine`. Mails need `publicUrl`, because their links never follow the `Host` header of a
 * request.
 */
export type EngineOptions<Services = never> =
  & CommonOptions<Services>
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
