import { Secrets } from "@agenda-engine/core/ports/Secrets"
import * as WebCryptoSecrets from "@agenda-engine/core/secrets/WebCryptoSecrets"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { createHash } from "node:crypto"

/** `WebCryptoSecrets` with synchronous digests: for so few bytes that is faster than a round trip to another thread. */
export const layer: Layer.Layer<Secrets> = Layer.map(WebCryptoSecrets.layer, (context) =>
  Context.add(context, Secrets, {
    ...Context.get(context, Secrets),
    digest: (secret) => Effect.sync(() => createHash("sha256").update(secret, "utf8").digest("hex"))
  }))
