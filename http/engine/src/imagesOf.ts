import * as MemoryImageStore from "@agenda-engine/core/memory/MemoryImageStore"
import { ImageFetcher } from "@agenda-engine/core/ports/image/ImageFetcher"
import { ImageRenderer } from "@agenda-engine/core/ports/image/ImageRenderer"
import { ImageStore } from "@agenda-engine/core/ports/image/ImageStore"
import { loadSharp } from "@agenda-engine/images/loadSharp"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import type { MissingPackage } from "./EngineFault.js"
import type { ImagesOption } from "./EngineOptions.js"
import { loadOptional } from "./loadOptional.js"

const storeOf = (images: Exclude<ImagesOption, "none">): Effect.Effect<Layer.Layer<ImageStore>> =>
  Effect.promise(async () => {
    if (images === "memory") return MemoryImageStore.layer
    if ("folder" in images) return (await import("@agenda-engine/images/FolderImageStore")).layer({ folder: images.folder })
    const { accessKeyId, bucket: url, region, secretAccessKey } = images
    const { layer } = await import("@agenda-engine/images/S3ImageStore")
    return layer({ url, region, accessKeyId, secretAccessKey: Redacted.make(secretAccessKey) })
  })

/** The layers for images. sharp is loaded at once, so that its lack is found at the start. */
export const imagesOf = (images: ImagesOption): Layer.Layer<ImageStore | ImageRenderer | ImageFetcher, MissingPackage> =>
  images === "none"
    ? Layer.mergeAll(ImageStore.none, ImageRenderer.none, ImageFetcher.none)
    : Layer.unwrapEffect(Effect.gen(function*() {
      yield* loadOptional("sharp", "images", loadSharp)
      const { layer } = yield* Effect.promise(() => import("@agenda-engine/images/Images"))
      return layer(yield* storeOf(images))
    }))
