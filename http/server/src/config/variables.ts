import { defaultLimits } from "@agenda-engine/core/domain/Limits"
import { variableOf } from "./ServerConfig.js"

/** A setting of the server. */
interface Variable {
  /** What holds while it is not set, in Markdown. */
  readonly absent: string
  /** What it means, in Markdown. */
  readonly about: string
  /** Whether its value is or holds a secret. It can then be read from a file, which `NAME_FILE` names. */
  readonly isSecret?: true
}

/** The settings that are no limits of the engine, by the name of their variable. docs/operating.md shows them. */
export const settingVariables: { readonly [name: string]: Variable } = {
  AGENDA_CONFIG_FILE: {
    absent: "",
    about: "File of settings, with a line `NAME=VALUE` for each; variables of the environment take precedence"
  },
  AGENDA_HOST: { absent: "`127.0.0.1`", about: "Address to listen on" },
  AGENDA_PORT: { absent: "`3000`", about: "Port; 0 lets the system choose one" },
  AGENDA_DATABASE: { absent: "`sqlite:agenda.db`", about: "`sqlite:<file>`, `sqlite::memory:` or `postgres://…`", isSecret: true },
  AGENDA_DATABASE_ID: {
    absent: "",
    about: "The id that the database must have; another one or an empty database is refused ([the fence](#the-right-database))"
  },
  AGENDA_DATABASE_READ: {
    absent: "",
    about:
      "`postgres://…` of hot standbys of the database, separated by commas: [searches read them](scaling.md#read-replicas) where they have reached what the primary has",
    isSecret: true
  },
  AGENDA_DATABASE_BUSY_SECONDS: {
    absent: "10",
    about: "How long a write waits for other writes, those of other processes included; on SQLite also a search or long read for others"
  },
  AGENDA_STATEMENT_SECONDS: { absent: "15", about: "Timeout of one statement on Postgres; its connection is then destroyed" },
  AGENDA_DATABASE_CONNECT_SECONDS: { absent: "10", about: "Timeout for a connection to Postgres, the wait for a free one included" },
  AGENDA_DATABASE_CONNECTIONS_MAX: { absent: "10", about: "Maximum number of connections to Postgres" },
  AGENDA_MAIL: {
    absent: "the folder `mail` beside the database",
    about: "Where mails go: `smtp://USER:PASSWORD@HOST:587`, `smtps://…` or `folder:PATH`",
    isSecret: true
  },
  AGENDA_MAIL_FROM: {
    absent: "`agenda-engine@localhost` for a folder",
    about: "The sender: an address, or `Name <address>`; mandatory with SMTP"
  },
  AGENDA_INVITATION_SECRET: {
    absent: "a secret stored in the database",
    about: "Signs the links in invitations: 32 characters or more, the same for all processes",
    isSecret: true
  },
  AGENDA_INVITATION_FORMER_SECRETS: {
    absent: "",
    about:
      "Secrets from before, separated by commas, whose links stay valid ([rotation](#rotation-of-secrets)); `stored`: that of the database",
    isSecret: true
  },
  AGENDA_GEOCODER: {
    absent: "`none`",
    about:
      "Where coordinates of [locations](#geocoding) are looked up: `ban` (French national address base), `nominatim`, or `ban,nominatim`"
  },
  AGENDA_GEOCODER_USER_AGENT: {
    absent: "`agenda-engine`",
    about: "`User-Agent` of the requests; it names you. Mandatory with `nominatim`"
  },
  AGENDA_GEOCODER_BAN_URL: {
    absent: "`https://data.geopf.fr/geocodage`",
    about: "Base URL of the national address base, without `/search`"
  },
  AGENDA_GEOCODER_NOMINATIM_URL: { absent: "`https://nominatim.openstreetmap.org`", about: "Base URL of Nominatim, without `/search`" },
  AGENDA_GEOCODER_INTERVAL_MS: {
    absent: "100 for `ban`, 1000 with `nominatim`",
    about: "Least milliseconds between two requests, over all processes of a database"
  },
  AGENDA_LOCATION_TIMEZONES: { absent: "1", about: "1: locations without a time zone get that of their coordinates or of their country" },
  AGENDA_IMAGES: { absent: "`images`, beside the file of the database", about: "Folder of the images, or `s3:https://HOST/BUCKET`" },
  AGENDA_IMAGES_URL: {
    absent: "`/images` of the public URL",
    about: "Base of the URLs of images, if something else serves the folder or the bucket"
  },
  AGENDA_IMAGES_PRIVATE_ADDRESSES: {
    absent: "`0`",
    about: "1: images are also fetched from this machine and its network, for whoever may write"
  },
  AGENDA_IMAGE_STEPS: {
    absent: "`160,320,640,960,1280,1920`",
    about:
      "Widths and heights in which [images](http.md#images) are made on request, in pixels; `none`: images are served in the sizes of their renditions only"
  },
  AGENDA_WEBHOOKS_PRIVATE_ADDRESSES: {
    absent: "`0`",
    about: "1: webhooks may be on this machine and its network, for every administrator of an agenda"
  },
  AGENDA_S3_REGION: { absent: "`us-east-1`", about: "Region of the bucket" },
  AGENDA_S3_ACCESS_KEY_ID: { absent: "", about: "Access key that writes to the bucket", isSecret: true },
  AGENDA_S3_SECRET_ACCESS_KEY: { absent: "", about: "Secret of that key", isSecret: true },
  AGENDA_PUBLIC_URL: {
    absent: "the address of the request",
    about:
      "Base of every absolute URL in responses. Set it if other machines reach the server: without it pages vary by `Host`, which the client chooses, and `serve` logs a warning"
  },
  AGENDA_PROVIDERS: {
    absent: "`billetweb,eventbrite,mapado,weezevent`",
    about: "Codes of the ticketing providers that offers and availability may name"
  },
  AGENDA_UNPREFIXED: {
    absent: "`0`",
    about: "1: event routes of agendas named by uid also answer without `/v2` ([pages](http.md#public-pages))"
  },
  AGENDA_CORS_ORIGINS: { absent: "`*`", about: "Origins whose pages may call the API, separated by commas" },
  AGENDA_BODY_BYTES_MAX: { absent: "2 MiB", about: "Maximum size of the JSON text of a body" },
  AGENDA_BODIES_BYTES_MAX: { absent: "256 MiB", about: "Memory for request bodies, beyond the first 16 KiB of each; past it 503" },
  AGENDA_ANONYMOUS_BODIES_BYTES_MAX: { absent: "32 MiB", about: "The same for bodies that are read to find the credential in them" },
  AGENDA_REQUEST_LINE_BYTES_MAX: { absent: "32 KiB", about: "Maximum size of a request line" },
  AGENDA_COMPRESSION: { absent: "`1`", about: "Whether bodies are compressed for clients that accept it" },
  AGENDA_RESPONSE_CACHE_BYTES_MAX: { absent: "`33554432`", about: "Size of the response cache in bytes; 0 turns it off" },
  AGENDA_READY_SECONDS: { absent: "2", about: "Timeout of the store for `/health/ready`" },
  AGENDA_READY_WRITABLE: { absent: "`false`", about: "Whether `/health/ready` is 503 while the store accepts no writes" },
  AGENDA_ACCESS_LOG: { absent: "`1`", about: "Whether every request is logged" },
  AGENDA_PAGES: { absent: "`1`", about: "Whether public pages, calendars and exports without a key are served" },
  AGENDA_PAGE_REDIRECTS: { absent: "`1`", about: "Whether addresses of pages by uid, and without `/agendas`, are redirected to them" },
  AGENDA_EMBED_ORIGINS: { absent: "`*`", about: "Origins of sites that may show agendas in frames, separated by commas" },
  AGENDA_PAGES_THEME: { absent: "", about: "Custom properties of the pages: `--agenda-accent:#b00020;--agenda-radius:0`" },
  AGENDA_START_PAGE: { absent: "`0`", about: "Whether `/` is a page with the public agendas, at most `AGENDA_AGENDAS_PAGE_MAX`" },
  AGENDA_SITE_NAME: { absent: "", about: "Name in the header of public pages" },
  AGENDA_SITE_URL: { absent: "", about: "Where that name leads; 404 pages link there when there is no start page" },
  AGENDA_IMPRINT_URL: { absent: "", about: "Legal notice, linked from every public page" },
  AGENDA_ACCESSIBILITY_URL: { absent: "", about: "Accessibility statement, linked from every public page" },
  AGENDA_MAP_TILES_URL: {
    absent: "",
    about:
      "Map tiles on pages of events, such as `https://tiles.example/{z}/{x}/{y}.png`. Browsers of readers load them from that server, which learns their addresses; without it pages load nothing from elsewhere"
  },
  AGENDA_MAP_ATTRIBUTION: { absent: "`© OpenStreetMap contributors`", about: "Text below maps that names their source" },
  AGENDA_PAGES_TIMEZONE: { absent: "`Europe/Paris`", about: "Time zone in which months of the pages begin" },
  AGENDA_CONNECTIONS_MAX: { absent: "2000", about: "Maximum number of open connections" },
  AGENDA_ADDRESS_CONNECTIONS_MAX: {
    absent: "0",
    about: "Maximum number of open connections of one address, IPv6 by its first 56 bits; 0: no limit. Leave it at 0 behind a proxy"
  },
  AGENDA_HEADERS_SECONDS: { absent: "15", about: "Timeout for the headers of a request" },
  AGENDA_REQUEST_SECONDS: { absent: "60", about: "Timeout for a whole request" },
  AGENDA_ANSWER_SECONDS: { absent: "120", about: "Timeout from the headers of a request to those of its response; past it 503" },
  AGENDA_UNREAD_BYTES_MAX: { absent: "32 MiB", about: "How much of a body is read and discarded after the request was answered" },
  AGENDA_KEEP_ALIVE_SECONDS: { absent: "30", about: "Timeout of an idle connection" },
  AGENDA_STALL_SECONDS: { absent: "120", about: "How long a client may read nothing of its response" },
  AGENDA_SEND_SECONDS: { absent: "300", about: "Timeout for reading a whole response" },
  AGENDA_UNSENT_BYTES_MAX: { absent: "256 MiB", about: "Size of large responses that clients have not read yet, over all connections" },
  AGENDA_QUEUE_SECONDS: { absent: "10", about: "How long requests may wait in the queue before new ones are answered 503" },
  AGENDA_QUEUE_MAX: { absent: "1000", about: "Maximum length of the queue of requests" },
  AGENDA_METRICS: {
    absent: "`0`",
    about: "1: `/metrics` is served in the text format of Prometheus ([metrics](#metrics)). It needs one of the next two settings"
  },
  AGENDA_METRICS_TOKEN: { absent: "", about: "Bearer token that may read the metrics", isSecret: true },
  AGENDA_METRICS_NETWORKS: { absent: "", about: "Addresses and networks of clients that may read the metrics without a token" },
  AGENDA_LOG_FORMAT: { absent: "`logfmt`", about: "Format of log lines: `logfmt` or `json` ([logs](#logs-and-traces))" },
  AGENDA_LOG_LEVEL: { absent: "`INFO`", about: "Least level of log lines: `DEBUG`, `INFO`, `WARN`, `ERROR` or `OFF`" },
  AGENDA_OTLP_URL: {
    absent: "",
    about:
      "Base URL of an OpenTelemetry collector, such as `http://localhost:4318`, to which traces of requests are sent ([traces](#logs-and-traces))"
  },
  AGENDA_OTLP_HEADERS: { absent: "", about: "Headers of requests to the collector, as `name=value,other=value`", isSecret: true },
  AGENDA_TRUST_PROXY: {
    absent: "",
    about: "Addresses and networks of proxies, such as `127.0.0.1,10.0.0.0/8`, whose headers name the client ([proxies](#behind-a-proxy))"
  },
  AGENDA_PROXY_HEADERS: {
    absent: "`x-forwarded`",
    about: "Which headers these proxies write: `x-forwarded` (`X-Forwarded-For`, `-Proto`, `-Host`) or `forwarded` (RFC 7239)"
  },
  AGENDA_RATE_WRONG_SECRETS: {
    absent: "20",
    about: "Wrong keys and tokens of a client address in a minute; 0: no limit ([rate limits](#rate-limits))"
  },
  AGENDA_RATE_INVITATIONS: { absent: "20", about: "Pages of invitations that a client address opens or accepts in a minute; 0: no limit" },
  AGENDA_RATE_SUGGESTIONS: { absent: "120", about: "Suggestions in a minute for a client address without a credential; 0: no limit" },
  AGENDA_RATE_EXPORTS: { absent: "30", about: "Exports in a minute for a client address without a credential; 0: no limit" },
  AGENDA_RATE_ANONYMOUS: { absent: "0", about: "Requests in a minute of a client address without a credential; 0: no limit" },
  AGENDA_RATE_CREDENTIAL: { absent: "0", about: "Requests in a minute with the same key or access token; 0: no limit" },
  AGENDA_RATE_KEYS: {
    absent: "",
    about: "Requests in a minute with single keys, as `KEY=REQUESTS,OTHER=REQUESTS`, in place of `AGENDA_RATE_CREDENTIAL`; 0: no limit",
    isSecret: true
  },
  AGENDA_NOT_READY_SECONDS: {
    absent: "0",
    about: "How long `/health/ready` is 503 at shutdown before connections are refused, so that a proxy sends no more requests"
  },
  AGENDA_DRAIN_SECONDS: { absent: "10", about: "How long requests in progress may take at shutdown" }
}

/** The settings that are limits of the engine, with their defaults, by the name of their variable. */
export const limitVariables: { readonly [name: string]: string } = Object.fromEntries(
  Object.entries(defaultLimits).map(([name, value]: readonly [string, number | null]) => [
    `AGENDA_${variableOf(name)}`,
    value === null ? "none" : String(value)
  ])
)
