import { ImageRejected } from "@agenda-engine/core/domain/media/Image"
import * as Engine from "@agenda-engine/core/Engine"
import * as MemoryImageStore from "@agenda-engine/core/memory/MemoryImageStore"
import { ImageFetcher } from "@agenda-engine/core/ports/image/ImageFetcher"
import { ImageRenderer } from "@agenda-engine/core/ports/image/ImageRenderer"
import * as WebCryptoSecrets from "@agenda-engine/core/secrets/WebCryptoSecrets"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { MailBox } from "./MailBox.js"
import { plainRichText } from "./plainRichText.js"

const refused = new ImageRejected({ code: "format.unknown", message: "no images are accepted" })

/** Image ports that refuse every image. */
const noImages = Layer.mergeAll(
  MemoryImageStore.layer,
  Layer.succeed(ImageRenderer, { digest: () => Effect.succeed("none"), render: () => refused, scale: null }),
  Layer.succeed(ImageFetcher, { fetch: () => refused })
)

/** The engine without images, over the stores under test. */
export const testEngine = Engine.layer.pipe(Layer.provide([WebCryptoSecrets.layer, plainRichText, noImages, MailBox.layer]))
