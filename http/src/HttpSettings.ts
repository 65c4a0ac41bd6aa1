import * as Context from "effect/Context"

/** How the HTTP side behaves, whatever carries it: Node's server or a host's own. */
export interface HttpSettings {
  /** The base of every absolute URL in answers, without a slash at its end; null: the address that the request was sent to. */
  readonly publicUrl: string | null
  /** Whether event routes of agendas named by uid also answer without `/v2` (service.md, Versioning). */
  readonly unprefixed: boolean
  /** Origins whose pages may call; `*` allows any. */
  readonly corsOrigins: ReadonlyArray<string>
  /** Bytes of the longest JSON text in a body. */
  readonly body_bytes_max: number
  /** What stands before the names of images in answers, with a slash at its end; null: `/images/` behind `publicUrl`. */
  readonly imagesUrl: string | null
  /** Bytes of request bodies held in memory at once, beyond the first 16 KiB of each. A body past it is refused with 503. */
  readonly forms_bytes_max: number
  /** The same for bodies that are read to find the credential in them: they do not take the memory of callers who send it in a header. */
  readonly anonymousBodies_bytes_max: number
  /** Bytes of the longest request line. */
  readonly requestLine_bytes_max: number
  /** Whether bodies are compressed for clients that accept it, where there is a `Compressor`. */
  readonly compression: boolean
  /** Bytes of whole answers that are kept to be given again while they hold; 0: none are. */
  readonly keptReads_bytes_max: number
  /** Seconds in which the store has to answer for the server to be ready. */
  readonly ready_seconds: number
  /** Whether every request leaves a line in the log. */
  readonly accessLog: boolean
  /** Whether there are public pages and calendars. */
  readonly pages: boolean
  /** Custom properties of pages, as CSS declares them: `--agenda-accent:#b00020;--agenda-radius:0`; null: as the style says. */
  readonly pagesTheme: string | null
  /** The IANA zone in which months of pages begin. */
  readonly pagesTimezone: string
}

/** What wire.md decides. */
export const defaultSettings: HttpSettings = {
  publicUrl: null,
  unprefixed: false,
  corsOrigins: ["*"],
  body_bytes_max: 2 * 1_024 * 1_024,
  imagesUrl: null,
  forms_bytes_max: 256 * 1_024 * 1_024,
  anonymousBodies_bytes_max: 32 * 1_024 * 1_024,
  requestLine_bytes_max: 32 * 1_024,
  compression: true,
  keptReads_bytes_max: 32 * 1_024 * 1_024,
  ready_seconds: 2,
  accessLog: true,
  pages: true,
  pagesTheme: null,
  pagesTimezone: "Europe/Paris"
}

/** The settings in force. A reference: without a layer the defaults hold. */
export class CurrentSettings extends Context.Reference<CurrentSettings>()("@agenda-engine/http/CurrentSettings", {
  defaultValue: (): HttpSettings => defaultSettings
}) {}
