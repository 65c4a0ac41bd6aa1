import { ImageStore } from "@agenda-engine/core/ports/image/ImageStore"
import { describe, expect, it } from "@effect/vitest"
import * as ConfigProvider from "effect/ConfigProvider"
import * as Effect from "effect/Effect"
import * as Fs from "node:fs/promises"
import * as Os from "node:os"
import * as Path from "node:path"
import { imagesOf } from "../../../src/cli/engine/withEngine.js"
import { imagesConfig } from "../../../src/config/ImagesConfig.js"

const temporaryFolder = Effect.acquireRelease(
  Effect.promise(() => Fs.mkdtemp(Path.join(Os.tmpdir(), "agenda-images-"))),
  (folder) => Effect.promise(() => Fs.rm(folder, { recursive: true }))
)

const layerOf = (variables: { readonly [name: string]: string }, database: string) =>
  Effect.flatMap(imagesConfig, (config) => imagesOf(config, database)).pipe(
    Effect.withConfigProvider(ConfigProvider.fromMap(new Map(Object.entries(variables)), { pathDelim: "_" }))
  )

const put = Effect.flatMap(ImageStore, (store) => store.put("a.jpg", new Uint8Array([1])))

describe("the image store", () => {
  it.scopedLive("is a folder beside the database file, or the configured one", () =>
    Effect.gen(function*() {
      const folder = yield* temporaryFolder
      const named = Path.join(folder, "elsewhere")
      yield* Effect.provide(put, yield* layerOf({}, `sqlite:${folder}/agenda.db`))
      yield* Effect.provide(put, yield* layerOf({ AGENDA_IMAGES: named }, "postgres://localhost/agenda"))
      expect(yield* Effect.promise(() => Fs.readdir(Path.join(folder, "images")))).toEqual(["a.jpg"])
      expect(yield* Effect.promise(() => Fs.readdir(named))).toEqual(["a.jpg"])
    }))

  it.scopedLive("is in memory for a database in memory", () =>
    Effect.gen(function*() {
      yield* Effect.provide(put, yield* layerOf({}, "sqlite::memory:"))
      expect(yield* Effect.promise(() => Fs.readdir("."))).not.toContain("images")
    }))

  it.effect("is a bucket with its access key", () =>
    Effect.gen(function*() {
      const keys = { AGENDA_S3_ACCESS_KEY_ID: "agenda", AGENDA_S3_SECRET_ACCESS_KEY: "secret" }
      yield* layerOf({ AGENDA_IMAGES: "s3:https://s3.example/pictures/of/agendas/", ...keys }, "sqlite:agenda.db")
      for (const target of ["s3:https://s3.example", "s3:https://s3.example/", "s3://pictures", "s3:https://s3.example/a?b", "s3:"]) {
        expect((yield* Effect.flip(layerOf({ AGENDA_IMAGES: target, ...keys }, "sqlite:agenda.db"))).message, target).toContain(
          "s3:https://HOST/BUCKET"
        )
      }
      const keyless = yield* Effect.flip(layerOf({ AGENDA_IMAGES: "s3:https://s3.example/pictures" }, "sqlite:agenda.db"))
      expect(keyless.message).toContain("AGENDA_S3_ACCESS_KEY_ID")
    }))
})
