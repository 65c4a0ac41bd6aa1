import { ImageRejected } from "@agenda-engine/core/domain/media/Image"
import { type GuardedAgent, isAddressRefused } from "@agenda-engine/outbound/guardedAgent"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Predicate from "effect/Predicate"
import { type Dispatcher, request } from "undici"

/** Limits of a fetch. */
export interface FetchBounds {
  readonly bytes_max: number
  readonly seconds_max: number
}

const redirects_max = 5
const redirects: ReadonlyArray<number> = [301, 302, 303, 307, 308]

const refused = (message: string): ImageRejected => new ImageRejected({ code: "url.invalid", message })
const notPublic = refused("the image is not at a public address")
const tooLarge = (bytes_max: number): ImageRejected =>
  new ImageRejected({ code: "range", message: `an image has at most ${bytes_max} bytes` })

const isRefusal = (error: unknown): error is ImageRejected => Predicate.isTagged(error, "ImageRejected")

/** Maps an error to a refusal that reveals nothing about the internal network. */
const refusalOf = (error: unknown): ImageRejected => {
  if (isRefusal(error)) return error
  return isAddressRefused(error) ? notPublic : refused("the image cannot be fetched")
}

const readBody = async ({ body, headers }: Dispatcher.ResponseData, bytes_max: number): Promise<Uint8Array> => {
  if (Number(headers["content-length"] ?? 0) > bytes_max) throw tooLarge(bytes_max)
  const chunks: Array<Buffer> = []
  let size = 0
  for await (const chunk of body) {
    if (!(chunk instanceof Buffer)) throw refused("the image cannot be fetched")
    size += chunk.byteLength
    if (size > bytes_max) throw tooLarge(bytes_max)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

const parseUrl = (url: string, base?: string): URL => {
  const parsed = URL.canParse(url, base) ? new URL(url, base) : null
  if (parsed === null || !/^https?:$/.test(parsed.protocol) || parsed.username !== "" || parsed.password !== "") {
    throw refused("an image is fetched from an http or https URL without credentials")
  }
  return parsed
}

const follow = async (guarded: GuardedAgent, url: URL, bytes_max: number, signal: AbortSignal, left: number): Promise<Uint8Array> => {
  if (!guarded.admits(url.hostname)) throw notPublic
  const response = await request(url, {
    dispatcher: guarded.agent,
    signal,
    headers: { "accept": "image/*", "accept-encoding": "identity", "user-agent": "agenda-engine" }
  })
  try {
    const { headers: { location }, statusCode } = response
    if (redirects.includes(statusCode) && typeof location === "string") {
      if (left === 0) throw refused("the image is behind too many redirects")
      return await follow(guarded, parseUrl(location, url.href), bytes_max, signal, left - 1)
    }
    if (statusCode !== 200) throw refused(`the image cannot be fetched: its server answers ${statusCode}`)
    return await readBody(response, bytes_max)
  } finally {
    response.body.on("error", () => {}).destroy()
  }
}

/**
 * Downloads an image. Every redirect gets the same checks as the URL. `seconds_max` limits the whole fetch, however
 * slowly bytes arrive.
 */
export const fetchImage = (
  guarded: GuardedAgent,
  url: string,
  { bytes_max, seconds_max }: FetchBounds
): Effect.Effect<Uint8Array, ImageRejected> =>
  Effect.tryPromise({
    try: async (signal) => follow(guarded, parseUrl(url), bytes_max, signal, redirects_max),
    catch: refusalOf
  }).pipe(
    Effect.timeoutFail({ duration: Duration.seconds(seconds_max), onTimeout: () => refused("the image took too long to arrive") })
  )
