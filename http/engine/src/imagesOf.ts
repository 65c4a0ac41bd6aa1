import { StoreError } from "@agenda-engine/core/domain/error/EngineError"
import * as MemoryImageStore from "@agenda-engine/core/memory/MemoryImageStore"
import { ImageFetcher } from "@agenda-engine/core/ports/image/ImageFetcher"
import { ImageRenderer } from "@agenda-engine/core/ports/image/ImageRenderer"
import { ImageStore } from "@agenda-engine/core/ports/image/ImageStore"
import { loadSharp } from "@agenda-engine/images/loadSharp"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import type { MissingPackage } from "./EngineFault.js"
import type { HostImageStore, ImagesOption } from "./EngineOptions.js"
import { loadOptional } from "./loadOptional.js"
import { refusalOf } from "./refusalOf.js"

const storeOf = (images: ImagesOption): Effect.Effect<Layer.Layer<ImageStore>> =>
  Effect.promise(async () => {
    if (images === "none") return ImageStore.none
    if (images === "memory") return MemoryImageStore.layer
    if ("folder" in images) return (await import("@agenda-engine/images/FolderImageStore")).layer({ folder: images.folder })
    const { accessKeyId, bucket: url, region, secretAccessKey } = images
    const { layer } = await import("@agenda-engine/images/S3ImageStore")
    return layer({ url, region, accessKeyId, secretAccessKey: Redacted.make(secretAccessKey) })
  })

const unavailable = (operation: string) => (cause: unknown): StoreError =>
  new StoreError({ reason: refusalOf(cause).reason === "permanent" ? "Unsupported" : "Unavailable", operation, cause })

const hostStore = (host: HostImageStore): Layer.Layer<ImageStore> =>
  Layer.succeed(ImageStore, {
    put: (name, bytes) => Effect.tryPromise({ try: async () => host.put(name, bytes), catch: unavailable("ImageStore.put") }),
    get: (name) => Effect.tryPromise({ try: async () => host.get(name), catch: unavailable("ImageStore.get") }),
    remove: (name) => Effect.tryPromise({ try: async () => host.remove(name), catch: unavailable("ImageStore.remove") })
  })

/** The layers for images. sharp is loaded at once, so that its lack is found at the start. */
export const imagesOf = (
  images: ImagesOption,
  host: HostImageStore | undefined
): Layer.Layer<ImageStore | ImageRenderer | ImageFetcher, MissingPackage> =>
  images === "none" && host === undefined
    ? Layer.mergeAll(ImageStore.none, ImageRenderer.none, ImageFetcher.none)
    : Layer.unwrapEffect(Effect.gen(function*() {
      yield* loadOptional("sharp", "images", loadSharp)
      const { layer } = yield* Effect.promise(() => import("@agenda-engine/images/Images"))
      return layer(host === undefined ? yield* storeOf(images) : hostStore(host))
    }))
