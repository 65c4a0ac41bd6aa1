import * as Context from "effect/Context"

/** The site that the public pages belong to. URLs are http, https or paths. */
export interface SiteLinks {
  /** Name in the header of each page; null: no header. */
  readonly name: string | null
  /** Where the name leads, as do 404 pages where there is no start page. */
  readonly url: string | null
  /** Legal notice, in the footer of each page. */
  readonly imprintUrl: string | null
  /** Accessibility statement, in the footer of each page. */
  readonly accessibilityUrl: string | null
}

/** Where the pages of events get maps from. */
export interface MapSettings {
  /**
   * URL of map tiles, such as `https://tiles.example/{z}/{x}/{y}.png`. Browsers of readers load them from there. Null:
   * pages show no map, and load nothing from other servers.
   */
  readonly tilesUrl: string | null
  /** Text below each map that names its source, as its licence asks. */
  readonly attribution: string
}

/**
 * Routes that a host may leave out: `docs` is `/docs`, `embed` is what is below `/embed`, and `suggest` all suggestions
 * for a search, of agendas and events and on pages.
 */
export type RouteSet = "docs" | "embed" | "suggest"

/** Settings of the HTTP app, for Node's server and for a host's own server. */
export interface HttpSettings {
  /** Base of absolute URLs in responses, without a trailing slash. Null: the address that the request was sent to. */
  readonly publicUrl: string | null
  /**
   * The path that the handler is mounted at, such as `/calendar`; empty at the root. It is cut off the paths of
   * requests, and other paths get 404. `publicUrl` includes it; without `publicUrl` it is part of absolute URLs.
   */
  readonly basePath: string
  /** Whether event routes of agendas named by uid also work without `/v2` (service.md, Versioning). */
  readonly unprefixed: boolean
  /** Origins allowed by CORS; `*` allows any. */
  readonly corsOrigins: ReadonlyArray<string>
  /** Maximum size of a JSON body, in bytes. */
  readonly body_bytes_max: number
  /** Base URL of images in responses, with a trailing slash. Null: `/images/` behind `publicUrl`. */
  readonly imagesUrl: string | null
  /**
   * Memory for request bodies, in bytes, beyond the first 16 KiB of each. A body that does not fit is refused with 503.
   */
  readonly bodies_bytes_max: number
  /**
   * Memory for bodies that are read to find the credential in them, in bytes. They do not use the memory of callers who
   * send the credential in a header.
   */
  readonly anonymousBodies_bytes_max: number
  /** Maximum size of the request line, in bytes. */
  readonly requestLine_bytes_max: number
  /** Whether responses are compressed for clients that accept it, when there is a `Compressor`. */
  readonly compression: boolean
  /** Size of the response cache, in bytes; 0 disables it. */
  readonly responseCache_bytes_max: number
  /** Timeout of the readiness check's store query, in seconds. */
  readonly ready_seconds: number
  /** Whether the readiness check is 503 while the store accepts no writes, such as a standby. */
  readonly readyWritable: boolean
  /** Whether each request is logged in one line. */
  readonly accessLog: boolean
  /** Whether the public pages, their embeds, calendars and exports are served. */
  readonly pages: boolean
  /** Further routes that are not served: their paths are unknown, and the OpenAPI document leaves them out. */
  readonly withoutRoutes: ReadonlyArray<RouteSet>
  /**
   * Whether requests without a credential may read the JSON of public agendas as they may read pages. Private agendas
   * give 404; members, own agendas and writes need a credential all the same.
   */
  readonly anonymousReads: boolean
  /**
   * Whether other addresses of the pages are redirected to them: uids instead of slugs, and `/{agenda}` and
   * `/{agenda}/events/{event}` without `/agendas`. Off by default, because a host may have pages there.
   */
  readonly pageRedirects: boolean
  /** Origins that may show an embed (`/embed`) in a frame; `*` allows any, none allows none. Other pages: their own. */
  readonly embedOrigins: ReadonlyArray<string>
  /**
   * CSS custom properties of pages: `--agenda-accent:#b00020;--agenda-radius:0`. Null: the values of the default style.
   */
  readonly pagesTheme: string | null
  /** IANA time zone of the months on pages. */
  readonly pagesTimezone: string
  /** Whether `/` is a page with the public agendas. Off by default, because a host may have a page there. */
  readonly startPage: boolean
  /** Links of the public pages to pages of the site that they belong to. */
  readonly site: SiteLinks
  /** The maps on pages of events. */
  readonly map: MapSettings
}

/** The default settings; the bounds of requests are those of wire.md §2. */
export const defaultSettings: HttpSettings = {
  publicUrl: null,
  basePath: "",
  unprefixed: false,
  corsOrigins: ["*"],
  body_bytes_max: 2 * 1_024 * 1_024,
  imagesUrl: null,
  bodies_bytes_max: 256 * 1_024 * 1_024,
  anonymousBodies_bytes_max: 32 * 1_024 * 1_024,
  requestLine_bytes_max: 32 * 1_024,
  compression: true,
  responseCache_bytes_max: 32 * 1_024 * 1_024,
  ready_seconds: 2,
  readyWritable: false,
  accessLog: true,
  pages: true,
  withoutRoutes: [],
  anonymousReads: false,
  pageRedirects: false,
  embedOrigins: ["*"],
  pagesTheme: null,
  pagesTimezone: "Europe/Paris",
  startPage: false,
  site: { name: null, url: null, imprintUrl: null, accessibilityUrl: null },
  map: { tilesUrl: null, attribution: "© OpenStreetMap contributors" }
}

/** The current settings. A `Context.Reference`: the defaults are used when no layer provides it. */
export class CurrentSettings extends Context.Reference<CurrentSettings>()("@agenda-engine/http/CurrentSettings", {
  defaultValue: (): HttpSettings => defaultSettings
}) {}

/**
 * Whether a text is CSS declarations of custom properties only, so that a theme cannot leave its rule. Takes linear
 * time, because anyone may send a theme.
 */
export const isTheme = (text: string): boolean => /^\s*--[\w-]+\s*:[^;{}<>@\\]*(?:;\s*--[\w-]+\s*:[^;{}<>@\\]*)*(?:;\s*)?$/.test(text)

/** Whether a text is an origin as browsers send it, `*` for any, or `null`, which pages without an origin send. */
export const isOrigin = (text: string): boolean => /^(?:\*|null|[a-z][a-z0-9+.-]*:\/\/[^\s/?#@]+)$/i.test(text)

/** Whether a text is a link of the site that pages belong to: an http or https URL, or a path. */
export const isSiteUrl = (text: string): boolean => /^(?:https?:\/\/[^\s/]|\/)\S*$/i.test(text)

/** Whether a text is the URL of tiles: http or https, with `{z}`, `{x}` and `{y}` behind the host, once each. */
export const isTilesUrl = (text: string): boolean =>
  /^https?:\/\/[^\s/{}"'<>;,]+\/[^\s"'<>;,]*$/i.test(text) &&
  ["{z}", "{x}", "{y}"].every((name) => text.split(name).length === 2) &&
  !/[{}]/.test(text.replace(/\{[zxy]\}/g, ""))
