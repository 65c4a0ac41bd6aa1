import type { Coordinates, Geocoder, GeocodingError, PostalAddress } from "@agenda-engine/core/ports/geocoding/Geocoder"
import * as Cache from "effect/Cache"
import * as ConfigError from "effect/ConfigError"
import type * as Context from "effect/Context"
import * as Data from "effect/Data"
import * as Duration from "effect/Duration"
import type { DurationInput } from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"

/** Maximum number of answers kept in memory. The coordinates that were found are stored with the locations. */
const answers_max = 1_000

/**
 * A geocoder over one service. It keeps the last answers for a day, so that locations at one address cost one request,
 * and sends one request at a time.
 */
export const serviceOf = (
  interval: DurationInput,
  ask: (address: PostalAddress) => Effect.Effect<Coordinates | null, GeocodingError>
): Effect.Effect<Context.Tag.Service<typeof Geocoder>> =>
  Effect.gen(function*() {
    const oneAtATime = yield* Effect.makeSemaphore(1)
    const answers = yield* Cache.make({
      capacity: answers_max,
      timeToLive: "1 day",
      lookup: (address: PostalAddress) => oneAtATime.withPermits(1)(ask(address))
    })
    const find = (address: PostalAddress) => {
      const key = Data.struct(address)
      return Effect.tapError(answers.get(key), () => answers.invalidate(key))
    }
    return { isOn: true, interval_ms: Duration.toMillis(interval), find }
  })

/** The base URL of a service, without a final slash. */
export const baseOf = (option: string, url: string): Either.Either<string, ConfigError.ConfigError> =>
  /^https?:\/\/[^\s/?#]+[^\s?#]*$/i.test(url)
    ? Either.right(url.replace(/\/+$/, ""))
    : Either.left(ConfigError.InvalidData([option], "an http or https URL without query is expected"))

/** A `User-Agent`, without white space around it. */
export const userAgentOf = (userAgent: string): Either.Either<string, ConfigError.ConfigError> =>
  /^[\x20-\x7e]*[\x21-\x7e][\x20-\x7e]*$/.test(userAgent)
    ? Either.right(userAgent.trim())
    : Either.left(ConfigError.InvalidData(["userAgent"], "a text of ASCII characters that names the operator is expected"))
