import { defaultLimits, type Limits } from "@agenda-engine/core/domain/Limits"
import { defaultProviders } from "@agenda-engine/core/domain/ticketing/Ticketing"
import { isTimezone } from "@agenda-engine/core/domain/time/timezone"
import { defaultSettings, type HttpSettings, isOrigin, isSiteUrl, isTheme, isTilesUrl } from "@agenda-engine/http/HttpSettings"
import * as Config from "effect/Config"
import * as ConfigError from "effect/ConfigError"
import * as Either from "effect/Either"
import * as Option from "effect/Option"
import { clients, type ClientSettings } from "./ClientsConfig.js"
import { images, type ImagesConfig } from "./ImagesConfig.js"
import { metrics, type MetricsSettings } from "./MetricsConfig.js"

/** Configuration of the server: address, database and bounds. */
export interface ServerConfig {
  readonly host: string
  /** Port to listen on; 0 lets the system choose. */
  readonly port: number
  /** `sqlite:<file>`, `sqlite::memory:` or `postgres://…`. */
  readonly database: string
  readonly images: ImagesConfig
  readonly settings: HttpSettings
  readonly limits: Limits
  readonly sockets: SocketLimits
  readonly clients: ClientSettings
  /** Null: there are no metrics. */
  readonly metrics: MetricsSettings | null
}

/** Bounds on connections and their durations. */
export interface SocketLimits {
  readonly connections_max: number
  /** Open connections of one client network; 0: no limit. */
  readonly addressConnections_max: number
  /** Timeout for the headers of a request, in seconds. */
  readonly headers_seconds: number
  /** Timeout for a whole request, in seconds. */
  readonly request_seconds: number
  /** Timeout from the headers of a request to those of its response, in seconds. */
  readonly answer_seconds: number
  /** Maximum bytes of a body that are read and discarded after the response. */
  readonly unread_bytes_max: number
  /** Timeout of an idle connection, in seconds. */
  readonly keepAlive_seconds: number
  /** Maximum time in which a client may read nothing of its response, in seconds. */
  readonly stall_seconds: number
  /** Timeout for sending a whole response, in seconds. */
  readonly send_seconds: number
  /** Maximum bytes of large bodies that clients have not received yet, over all connections. */
  readonly unsent_bytes_max: number
  /** Expected wait in the queue, in seconds, above which new requests are refused. */
  readonly queue_seconds: number
  /** Maximum number of queued requests. */
  readonly queue_max: number
  /** Seconds for which `/health/ready` is 503, before the server stops. Other requests are answered meanwhile. */
  readonly notReady_seconds: number
  /** Seconds that running requests get to finish when the server stops. */
  readonly drain_seconds: number
}

/** The default bounds. */
export const defaultSockets: SocketLimits = {
  connections_max: 2_000,
  addressConnections_max: 0,
  headers_seconds: 15,
  request_seconds: 60,
  answer_seconds: 120,
  unread_bytes_max: 32 * 1_024 * 1_024,
  keepAlive_seconds: 30,
  stall_seconds: 120,
  send_seconds: 300,
  unsent_bytes_max: 256 * 1_024 * 1_024,
  queue_seconds: 10,
  queue_max: 1_000,
  notReady_seconds: 0,
  drain_seconds: 10
}

const positive = (name: string): Config.Config<number> =>
  Config.validate(Config.integer(name), { message: "a number above 0 is expected", validation: (value) => value > 0 })

const count = (name: string, fallback: number) => positive(name).pipe(Config.withDefault(fallback))

const origin = (text: string): Either.Either<string, ConfigError.ConfigError> => {
  const base = text.replace(/\/+$/, "")
  return /^https?:\/\/[^\s/?#]+(?:\/[^\s?#]*)?$/i.test(base)
    ? Either.right(base)
    : Either.left(ConfigError.InvalidData([], "an http or https URL without query is expected"))
}

const publicUrl = Config.nonEmptyString("PUBLIC_URL").pipe(
  Config.mapOrFail(origin),
  Config.withDefault(defaultSettings.publicUrl)
)

const host = Config.nonEmptyString("HOST").pipe(Config.withDefault("127.0.0.1"))

const port = Config.integer("PORT").pipe(
  Config.validate({ message: "a port from 0 to 65535 is expected", validation: (port) => port >= 0 && port <= 65_535 }),
  Config.withDefault(3_000)
)

/** `http://host:port`. */
export const addressOf = (host: string, port: number): string => `http://${host.includes(":") ? `[${host}]` : host}:${port}`

/** Public base URL of a server with this configuration, for other programs, from `AGENDA_…` variables. */
export const addressConfig: Config.Config<string> = Config.nested(Config.all({ publicUrl, host, port }), "AGENDA").pipe(
  Config.map(({ host, port, publicUrl }) => publicUrl ?? addressOf(host, port))
)

/** The public base URL from `AGENDA_PUBLIC_URL`; null without one. */
export const publicUrlConfig: Config.Config<string | null> = Config.nested(publicUrl, "AGENDA")

const imagesUrl = Config.nonEmptyString("IMAGES_URL").pipe(
  Config.mapOrFail(origin),
  Config.map((url) => `${url}/`),
  Config.withDefault(defaultSettings.imagesUrl)
)

/** Base URL of images from `AGENDA_…` variables; null when it depends on the request. */
export const imageBaseConfig: Config.Config<string | null> = Config.nested(Config.all({ imagesUrl, publicUrl }), "AGENDA").pipe(
  Config.map(({ imagesUrl, publicUrl }) => imagesUrl ?? (publicUrl === null ? null : `${publicUrl}/images/`))
)

// Validated outside `nested`, because its errors would otherwise lack the variable's name.
const origins = (name: string, absent: ReadonlyArray<string>): Config.Config<ReadonlyArray<string>> =>
  Config.validate(Config.array(Config.nonEmptyString()), {
    message: "origins as https://HOST are expected, without a path, separated by commas, or *",
    validation: (origins) => origins.every(isOrigin)
  }).pipe(Config.nested(name), Config.withDefault(absent))

/** The URL of a page of the site that the public pages belong to. */
const link = (name: string): Config.Config<string | null> =>
  Config.nonEmptyString(name).pipe(
    Config.validate({
      message: "an http or https URL or a path is expected",
      validation: isSiteUrl
    }),
    Config.withDefault(null)
  )

const settings: Config.Config<HttpSettings> = Config.all({
  publicUrl,
  // A proxy in front of the server cuts the path off.
  basePath: Config.succeed(defaultSettings.basePath),
  unprefixed: Config.boolean("UNPREFIXED").pipe(
    Config.withDefault(defaultSettings.unprefixed)
  ),
  corsOrigins: origins("CORS_ORIGINS", defaultSettings.corsOrigins),
  body_bytes_max: count("BODY_BYTES_MAX", defaultSettings.body_bytes_max),
  imagesUrl,
  bodies_bytes_max: count("BODIES_BYTES_MAX", defaultSettings.bodies_bytes_max),
  anonymousBodies_bytes_max: count(
    "ANONYMOUS_BODIES_BYTES_MAX",
    defaultSettings.anonymousBodies_bytes_max
  ),
  requestLine_bytes_max: count("REQUEST_LINE_BYTES_MAX", defaultSettings.requestLine_bytes_max),
  compression: Config.boolean("COMPRESSION").pipe(
    Config.withDefault(defaultSettings.compression)
  ),
  responseCache_bytes_max: Config.integer("RESPONSE_CACHE_BYTES_MAX").pipe(
    Config.validate({ message: "0 or more is expected", validation: (bytes) => bytes >= 0 }),
    Config.withDefault(defaultSettings.responseCache_bytes_max)
  ),
  ready_seconds: count(
    "READY_SECONDS",
    defaultSettings.ready_seconds
  ),
  readyWritable: Config.boolean("READY_WRITABLE").pipe(
    Config.withDefault(defaultSettings.readyWritable)
  ),
  accessLog: Config.boolean("ACCESS_LOG").pipe(
    Config.withDefault(defaultSettings.accessLog)
  ),
  pages: Config.boolean("PAGES").pipe(
    Config.withDefault(defaultSettings.pages)
  ),
  withoutRoutes: Config.succeed(defaultSettings.withoutRoutes),
  anonymousReads: Config.succeed(defaultSettings.anonymousReads),
  pageRedirects: Config.boolean("PAGE_REDIRECTS").pipe(
    Config.withDefault(true)
  ),
  embedOrigins: origins(
    "EMBED_ORIGINS",
    defaultSettings.embedOrigins
  ),
  pagesTheme: Config.nonEmptyString("PAGES_THEME").pipe(
    Config.validate({ message: "custom properties as --agenda-accent:#b00020;--agenda-radius:0 are expected", validation: isTheme }),
    Config.withDefault(defaultSettings.pagesTheme)
  ),
  startPage: Config.boolean("START_PAGE").pipe(
    Config.withDefault(defaultSettings.startPage)
  ),
  site: Config.all({
    name: Config.nonEmptyString("SITE_NAME").pipe(
      Config.withDefault(defaultSettings.site.name)
    ),
    url: link("SITE_URL"),
    imprintUrl: link("IMPRINT_URL"),
    accessibilityUrl: link("ACCESSIBILITY_URL")
  }),
  map: Config.all({
    tilesUrl: Config.nonEmptyString("MAP_TILES_URL").pipe(
      Config.validate({
        message: "an http or https URL with {z}, {x} and {y} is expected, as https://tiles.example/{z}/{x}/{y}.png",
        validation: isTilesUrl
      }),
      Config.withDefault(defaultSettings.map.tilesUrl)
    ),
    attribution: Config.nonEmptyString("MAP_ATTRIBUTION").pipe(
      Config.withDefault(defaultSettings.map.attribution)
    )
  }),
  pagesTimezone: Config.nonEmptyString("PAGES_TIMEZONE").pipe(
    Config.validate({ message: "an IANA time zone is expected", validation: isTimezone }),
    Config.withDefault(defaultSettings.pagesTimezone)
  )
})

/**
 * The variable of a limit, without its prefix.
 *
 * @example
 * variableOf("eventsPage_max") // "EVENTS_PAGE_MAX"
 */
export const variableOf = (limit: string): string => limit.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()

/** A limit whose default is null stays null until its variable is set. */
const limit = (name: string, value: number | null): Config.Config<number | null> =>
  value === null
    ? positive(variableOf(name)).pipe(
      Config.option,
      Config.map(Option.getOrNull)
    )
    : count(variableOf(name), value)

const limits: Config.Config<Limits> = Config.all(
  Object.entries(defaultLimits).map(([name, value]: readonly [string, number | null]) =>
    Config.map(limit(name, value), (chosen) => [name, chosen] as const)
  )
).pipe(
  Config.map((chosen) => ({ ...defaultLimits, ...Object.fromEntries(chosen) }))
)

/** The engine's limits, from `AGENDA_…` variables. */
export const limitsConfig: Config.Config<Limits> = Config.nested(limits, "AGENDA")

const sockets: Config.Config<SocketLimits> = Config.all({
  connections_max: count("CONNECTIONS_MAX", defaultSockets.connections_max),
  addressConnections_max: Config.integer("ADDRESS_CONNECTIONS_MAX").pipe(
    Config.validate({ message: "0 or more is expected", validation: (connections) => connections >= 0 }),
    Config.withDefault(defaultSockets.addressConnections_max)
  ),
  headers_seconds: count("HEADERS_SECONDS", defaultSockets.headers_seconds),
  request_seconds: count("REQUEST_SECONDS", defaultSockets.request_seconds),
  answer_seconds: count("ANSWER_SECONDS", defaultSockets.answer_seconds),
  unread_bytes_max: count(
    "UNREAD_BYTES_MAX",
    defaultSockets.unread_bytes_max
  ),
  keepAlive_seconds: count("KEEP_ALIVE_SECONDS", defaultSockets.keepAlive_seconds),
  stall_seconds: count("STALL_SECONDS", defaultSockets.stall_seconds),
  send_seconds: count("SEND_SECONDS", defaultSockets.send_seconds),
  unsent_bytes_max: count("UNSENT_BYTES_MAX", defaultSockets.unsent_bytes_max),
  queue_seconds: count("QUEUE_SECONDS", defaultSockets.queue_seconds),
  queue_max: count("QUEUE_MAX", defaultSockets.queue_max),
  notReady_seconds: Config.integer("NOT_READY_SECONDS").pipe(
    Config.validate({ message: "0 or more is expected", validation: (seconds) => seconds >= 0 }),
    Config.withDefault(defaultSockets.notReady_seconds)
  ),
  drain_seconds: count("DRAIN_SECONDS", defaultSockets.drain_seconds)
})

/** The configuration from `AGENDA_…` variables, through the current `ConfigProvider`; every member has a default. */
export const serverConfig: Config.Config<ServerConfig> = Config.nested(
  Config.all({
    host,
    port,
    database: Config.nonEmptyString("DATABASE").pipe(
      Config.withDefault("sqlite:agenda.db")
    ),
    images,
    settings,
    limits,
    sockets,
    clients,
    metrics
  }),
  "AGENDA"
)

/** Codes of the ticketing providers from `AGENDA_PROVIDERS`, through the current `ConfigProvider`. */
export const providersConfig: Config.Config<ReadonlyArray<string>> = Config.nested(
  Config.array(
    Config.validate(Config.string(), {
      message: "codes of letters, digits, - and _ are expected, separated by commas",
      validation: (code) => /^[\w-]+$/.test(code)
    }),
    "PROVIDERS"
  ).pipe(
    Config.withDefault(defaultProviders)
  ),
  "AGENDA"
)
