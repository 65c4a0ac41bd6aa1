import * as Config from "effect/Config"
import * as Option from "effect/Option"

/** Where traces are sent. */
export interface TracingSettings {
  /** Base URL of a collector of OTLP over HTTP, such as `http://localhost:4318`. */
  readonly url: string
  /** Headers of requests to it. */
  readonly headers: Readonly<Record<string, string>>
}

const pair = /^([\w-]+)=(.*)$/

const headers = Config.string("OTLP_HEADERS").pipe(
  Config.validate({
    message: "headers as name=value are expected, separated by commas",
    validation: (text) => text.split(",").every((part) => pair.test(part.trim()))
  }),
  Config.map((text) => Object.fromEntries(text.split(",").map((part) => (pair.exec(part.trim()) ?? []).slice(1)))),
  Config.withDefault({})
)

/** Where traces are sent, from `AGENDA_OTLP_URL` and `AGENDA_OTLP_HEADERS`. Null: there are none. */
export const tracingConfig: Config.Config<TracingSettings | null> = Config.nested(
  Config.all({
    url: Config.string("OTLP_URL").pipe(
      Config.validate({
        message: "an address of http or https is expected",
        validation: (url) => URL.canParse(url) && /^https?:$/.test(new URL(url).protocol)
      }),
      Config.option
    ),
    headers
  }).pipe(Config.map(({ headers, url }) => Option.isNone(url) ? null : { url: url.value, headers })),
  "AGENDA"
)
