import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"

/** Makes and recognises secrets. */
export class Secrets extends Context.Tag("@agenda-engine/core/ports/Secrets")<Secrets, {
  /** A new secret: 32 characters of base62 from a cryptographic source, about 190 bits. */
  readonly make: Effect.Effect<string>
  /** SHA-256 of a secret's UTF-8 bytes, lower-case hexadecimal. */
  readonly digest: (secret: string) => Effect.Effect<string>
}>() {}
