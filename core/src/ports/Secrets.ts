import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"

/** Makes and recognises secrets. */
export class Secrets extends Context.Tag("@agenda-engine/core/ports/Secrets")<Secrets, {
  /** A new secret: 32 characters of base62 from a cryptographic source, about 190 bits. */
  readonly make: Effect.Effect<string>
  /** SHA-256 of a secret's UTF-8 bytes, lower-case hexadecimal. */
  readonly digest: (secret: string) => Effect.Effect<string>
  /** HMAC-SHA-256 of a text under a secret, lower-case hexadecimal: what only those can make who know the secret. */
  readonly sign: (secret: string, text: string) => Effect.Effect<string>
  /** Whether a signature is what `sign` makes of this text, compared in constant time. */
  readonly isSigned: (secret: string, text: string, signature: string) => Effect.Effect<boolean>
}>() {}
