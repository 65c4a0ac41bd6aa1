import S3rver from "@20minutes/s3rver"
import { ImageStore } from "@agenda-engine/core/ports/image/ImageStore"
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as Fs from "node:fs/promises"
import * as Os from "node:os"
import * as Path from "node:path"
import * as S3ImageStore from "../src/S3ImageStore.js"
import { storeCases } from "./storeCases.js"

/** A server that speaks S3 and checks signatures, with the bucket `pictures`. */
const server = Effect.gen(function*() {
  const directory = yield* Effect.acquireRelease(
    Effect.promise(() => Fs.mkdtemp(Path.join(Os.tmpdir(), "agenda-s3-"))),
    (folder) => Effect.promise(() => Fs.rm(folder, { recursive: true }))
  )
  const s3 = yield* Effect.acquireRelease(
    Effect.sync(() => new S3rver({ address: "127.0.0.1", port: 0, silent: true, directory, configureBuckets: [{ name: "pictures" }] })),
    (s3) => Effect.promise(() => s3.close())
  )
  const { port } = yield* Effect.promise(() => s3.run())
  return `http://127.0.0.1:${port}`
})

const inBucket = <A, E>(url: string, use: (store: ImageStore["Type"]) => Effect.Effect<A, E>, secret = "S3RVER") =>
  Effect.provide(
    Effect.flatMap(ImageStore, use),
    S3ImageStore.layer({ url, region: "us-east-1", accessKeyId: "S3RVER", secretAccessKey: Redacted.make(secret) })
  )

describe("S3ImageStore", () => {
  for (const { check, title } of storeCases) {
    it.scopedLive(title, () => Effect.flatMap(server, (url) => inBucket(`${url}/pictures/of/agendas`, check)))
  }

  it.scopedLive("stores each object with an image type and as immutable", () =>
    Effect.gen(function*() {
      const url = `${yield* server}/pictures`
      yield* inBucket(url, (store) => store.put("a.jpg", new Uint8Array([1, 2, 3])))
      const { headers, status } = yield* Effect.promise(() => fetch(`${url}/a.jpg`))
      expect([status, headers.get("content-type"), headers.get("cache-control")]).toEqual([
        200,
        "image/jpeg",
        "public, max-age=31536000, immutable"
      ])
    }))

  it.scopedLive("fails when the bucket belongs to another account or does not exist", () =>
    Effect.gen(function*() {
      const url = yield* server
      const put = (store: ImageStore["Type"]) => store.put("a.jpg", new Uint8Array(1))
      for (const refused of [inBucket(`${url}/pictures`, put, "another secret"), inBucket(`${url}/elsewhere`, put)]) {
        const error = yield* Effect.flip(refused)
        expect([error.reason, error.operation]).toEqual(["Unavailable", "ImageStore.put"])
      }
    }))
})
