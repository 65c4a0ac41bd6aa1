import { Secrets } from "@agenda-engine/core/ports/Secrets"
import * as WebCryptoSecrets from "@agenda-engine/core/secrets/WebCryptoSecrets"
import { CurrentDigest, digestOf } from "@agenda-engine/http/response/entityTag"
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as FastCheck from "effect/FastCheck"
import * as NodeSecrets from "../../src/node/NodeSecrets.js"
import { digestSync } from "../../src/node/Server.js"

const samples = FastCheck.sample(FastCheck.fullUnicodeString(), 100)

describe("digests on the spot", () => {
  it.effect("of secrets are those of the Web Cryptography API", () =>
    Effect.gen(function*() {
      const digests = Effect.flatMap(Secrets, ({ digest }) => Effect.forEach(samples, digest))
      expect(yield* Effect.provide(digests, NodeSecrets.layer)).toEqual(yield* Effect.provide(digests, WebCryptoSecrets.layer))
    }))

  it.effect("of bodies are too", () =>
    Effect.gen(function*() {
      const digests = Effect.forEach(samples, (text) => digestOf(new TextEncoder().encode(text)))
      expect(yield* Effect.provideService(digests, CurrentDigest, digestSync)).toEqual(yield* digests)
    }))
})
