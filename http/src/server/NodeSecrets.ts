import { Secrets } from "@agenda-engine/core/ports/Secrets"
import * as WebCryptoSecrets from "@agenda-engine/core/secrets/WebCryptoSecrets"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { createHash } from "node:crypto"

/** Secrets as `WebCryptoSecrets` has them, digested on the spot: a digest of so few bytes takes less than a way to another thread and back. */
export const layer: Layer.Layer<Secrets> = Layer.map(WebCryptoSecrets.layer, (context) =>
  Context.add(context, Secrets, {
    ...Context.get(context, Secrets),
    digest: (secret) => Effect.sync(() => createHash("sha256").update(secret, "utf8").digest("hex"))
  }))
