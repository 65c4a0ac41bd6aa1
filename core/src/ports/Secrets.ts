import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"

/** Generates and verifies secrets. */
export class Secrets extends Context.Tag("@agenda-engine/core/ports/Secrets")<Secrets, {
  /** A new secret: 32 base62 characters from a cryptographic source, about 190 bits. */
  readonly make: Effect.Effect<string>
  /** SHA-256 of a secret's UTF-8 bytes, lower-case hexadecimal. */
  readonly digest: (secret: string) => Effect.Effect<string>
  /** HMAC-SHA-256 of a text, lower-case hexadecimal. */
  readonly sign: (secret: string, text: string) => Effect.Effect<string>
  /** Verifies a signature made by `sign`, in constant time. */
  readonly isSigned: (secret: string, text: string, signature: string) => Effect.Effect<boolean>
  /**
   * Encrypts and authenticates a text with a key that is derived from a secret. The same text gives the same result,
   * which is base64url without padding. It reveals the length of the text, and whether two texts are equal.
   */
  readonly seal: (secret: string, text: string) => Effect.Effect<string>
  /** The text that `seal` made this of; null when it was made by another secret, or not by `seal`. */
  readonly unseal: (secret: string, sealed: string) => Effect.Effect<string | null>
}>() {}
