import { GeocodingError } from "@agenda-engine/core/ports/geocoding/Geocoder"
import * as FetchHttpClient from "@effect/platform/FetchHttpClient"
import * as HttpClient from "@effect/platform/HttpClient"
import type * as HttpClientError from "@effect/platform/HttpClientError"
import type * as HttpClientResponse from "@effect/platform/HttpClientResponse"
import * as Clock from "effect/Clock"
import * as DateTime from "effect/DateTime"
import type { DurationInput } from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import * as Stream from "effect/Stream"

/** How a service is asked. */
export interface RequestOptions {
  /** `User-Agent` of the requests (RFC 9110 §10.1.5). */
  readonly userAgent: string
  /** Timeout of a request with its answer. */
  readonly timeout: DurationInput
}

/** Longest answer that is read. One place takes a few kilobytes. */
const answer_bytes_max = 1_024 * 1_024

const temporary = (message: string, retryAfter_ms: number | null = null): GeocodingError =>
  new GeocodingError({ reason: "temporary", message, retryAfter_ms })

/** The instant of an HTTP date, which ends with GMT (RFC 9110 §5.6.7); NaN for other texts. */
const instantOf = (text: string): number =>
  Option.match(DateTime.make(text.replace(/GMT$/, "Z")), { onNone: () => Number.NaN, onSome: DateTime.toEpochMillis })

/** Milliseconds of a `Retry-After`, seconds or a date (RFC 9110 §10.2.3); null when there is none. */
const retryAfterOf = (text: string | undefined): Effect.Effect<number | null> =>
  Effect.map(Clock.currentTimeMillis, (now) => {
    const wait_ms = text === undefined ? Number.NaN : /^\d+$/.test(text) ? Number(text) * 1_000 : instantOf(text) - now
    return Number.isNaN(wait_ms) ? null : Math.max(wait_ms, 0)
  })

/** Faults of the request itself. Others are those of the service or of the configuration. */
const refusals: ReadonlyArray<number> = [400, 413, 414, 422]

const failureOf = ({ headers, status }: HttpClientResponse.HttpClientResponse): Effect.Effect<never, GeocodingError> =>
  Effect.flatMap(retryAfterOf(headers["retry-after"]), (retryAfter_ms) =>
    refusals.includes(status)
      ? new GeocodingError({ reason: "permanent", message: `the geocoder refuses the address: ${status}`, retryAfter_ms: null })
      : temporary(`the geocoder answers ${status}`, retryAfter_ms))

const readText = (response: HttpClientResponse.HttpClientResponse): Effect.Effect<string, GeocodingError | HttpClientError.ResponseError> =>
  response.stream.pipe(
    Stream.mapAccumEffect(0, (bytes, chunk: Uint8Array) => {
      const total = bytes + chunk.byteLength
      return total > answer_bytes_max ? temporary("the answer of the geocoder is too long") : Effect.succeed([total, chunk] as const)
    }),
    Stream.decodeText(),
    Stream.mkString
  )

/**
 * Makes the function that requests a URL and decodes its JSON answer. It follows no redirect. An answer of another form
 * is a temporary failure: the service is disturbed, or its address wrong.
 */
export const makeRequestJson =
  ({ timeout, userAgent }: RequestOptions) => <A, I>(url: URL, answer: Schema.Schema<A, I>): Effect.Effect<A, GeocodingError> =>
    HttpClient.get(url, { headers: { "accept": "application/json", "user-agent": userAgent } }).pipe(
      Effect.flatMap((response) => response.status === 200 ? readText(response) : failureOf(response)),
      Effect.scoped,
      Effect.flatMap(Schema.decode(Schema.parseJson(answer))),
      Effect.catchTags({
        RequestError: () => temporary("the geocoder cannot be reached"),
        ResponseError: () => temporary("the answer of the geocoder broke off"),
        ParseError: () => temporary("the answer of the geocoder is not of the expected form")
      }),
      Effect.timeoutFail({ duration: timeout, onTimeout: () => temporary("the geocoder did not answer in time") }),
      Effect.provide(FetchHttpClient.layer),
      Effect.provideService(FetchHttpClient.RequestInit, { redirect: "manual" })
    )
