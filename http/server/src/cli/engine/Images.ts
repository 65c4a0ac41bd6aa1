import type { ImageFetcher } from "@agenda-engine/core/ports/image/ImageFetcher"
import type { ImageRenderer } from "@agenda-engine/core/ports/image/ImageRenderer"
import type { ImageStore } from "@agenda-engine/core/ports/image/ImageStore"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import { dirname, join } from "node:path"
import type { ImagesConfig } from "../../config/ImagesConfig.js"
import { Misuse } from "../output/Failure.js"

const s3 = /^s3:(https?:\/\/[^\s/?#]+\/[^\s?#]*[^\s/?#])\/?$/

/** The default image folder of a database: beside its file, otherwise in the working directory. */
const folderOf = (database: string): string => {
  const file = /^sqlite:(.+)$/.exec(database)?.[1] ?? ":memory:"
  return file === ":memory:" ? "images" : join(dirname(file), "images")
}

const storeOf = (config: ImagesConfig, database: string): Effect.Effect<Layer.Layer<ImageStore>, Misuse> => {
  const { target } = config
  if (target === null && database === "sqlite::memory:") {
    return Effect.map(Effect.promise(() => import("@agenda-engine/core/memory/MemoryImageStore")), ({ layer }) => layer)
  }
  if (target === null || !target.startsWith("s3:")) {
    return Effect.map(
      Effect.promise(() => import("@agenda-engine/images/FolderImageStore")),
      ({ layer }) => layer({ folder: target ?? folderOf(database) })
    )
  }
  const url = s3.exec(target)?.[1]
  if (url === undefined) return new Misuse({ message: "AGENDA_IMAGES takes a folder, or s3:https://HOST/BUCKET" })
  const bucket = config.s3
  return bucket === null
    ? new Misuse({ message: "images in a bucket need AGENDA_S3_ACCESS_KEY_ID and AGENDA_S3_SECRET_ACCESS_KEY" })
    : Effect.map(Effect.promise(() => import("@agenda-engine/images/S3ImageStore")), ({ layer }) => layer({ url, ...bucket }))
}

/** The layers for images, according to the configuration; loads only the modules it needs. */
export const imagesOf = (
  config: ImagesConfig,
  database: string
): Effect.Effect<Layer.Layer<ImageStore | ImageRenderer | ImageFetcher>, Misuse> =>
  Effect.gen(function*() {
    const store = yield* storeOf(config, database)
    const { layer } = yield* Effect.promise(() => import("@agenda-engine/images/Images"))
    return layer(store, { privateAddresses: config.privateAddresses })
  })
