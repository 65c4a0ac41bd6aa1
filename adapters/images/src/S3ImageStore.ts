import { StoreError } from "@agenda-engine/core/domain/error/EngineError"
import { ImageStore } from "@agenda-engine/core/ports/image/ImageStore"
import { AwsClient } from "aws4fetch"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"

/** An S3-compatible bucket, and its credentials. */
export interface ImageBucket {
  /** `https://HOST/BUCKET`, optionally with a prefix; no trailing slash. */
  readonly url: string
  readonly region: string
  readonly accessKeyId: string
  readonly secretAccessKey: Redacted.Redacted
}

const call_ms_max = 60_000
const retries_max = 3

/** Images are immutable. */
const headers = { "content-type": "image/jpeg", "cache-control": "public, max-age=31536000, immutable" }

/** Stores images as objects of an S3 bucket, by name. */
export const layer = ({ accessKeyId, region, secretAccessKey, url }: ImageBucket): Layer.Layer<ImageStore> =>
  Layer.sync(ImageStore, () => {
    const client = new AwsClient({
      accessKeyId,
      secretAccessKey: Redacted.value(secretAccessKey),
      region,
      service: "s3",
      retries: retries_max
    })
    const call = <A>(
      operation: string,
      name: string,
      request: { readonly method: string; readonly headers?: Record<string, string>; readonly body?: Uint8Array<ArrayBuffer> },
      read: (response: Response) => Promise<A>
    ): Effect.Effect<A, StoreError> =>
      Effect.tryPromise({
        try: async (signal) =>
          read(
            await client.fetch(`${url}/${encodeURIComponent(name)}`, {
              ...request,
              signal: AbortSignal.any([signal, AbortSignal.timeout(call_ms_max)])
            })
          ),
        catch: (cause) => new StoreError({ reason: "Unavailable", operation: `ImageStore.${operation}`, cause })
      })
    const expect = async (response: Response, ...statuses: ReadonlyArray<number>): Promise<void> => {
      // An unread body would hold its connection.
      if (statuses.includes(response.status)) return response.body?.cancel()
      throw new Error(`the bucket answered ${response.status}: ${(await response.text()).slice(0, 500)}`)
    }
    return {
      put: (name, bytes) =>
        call("put", name, { method: "PUT", headers, body: new Uint8Array(bytes) }, (response) => expect(response, 200, 201, 204)),
      get: (name) =>
        call("get", name, { method: "GET" }, async (response) => {
          if (response.status !== 200) {
            await expect(response, 404)
            return null
          }
          return new Uint8Array(await response.arrayBuffer())
        }),
      remove: (name) => call("remove", name, { method: "DELETE" }, (response) => expect(response, 200, 204, 404))
    }
  })
