import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { Secrets } from "../ports/Secrets.js"

/** The part of the Web Cryptography API that is needed; every runtime the engine is built for has it. */
declare const crypto: {
  readonly getRandomValues: (bytes: Uint8Array) => Uint8Array
  readonly subtle: { readonly digest: (algorithm: "SHA-256", data: Uint8Array) => Promise<ArrayBuffer> }
}
declare const TextEncoder: { new(): { readonly encode: (text: string) => Uint8Array } }

const alphabet = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
const secret_chars = 32

/** Bytes from here on would make the first letters of the alphabet likelier than the last. */
const unbiased = 256 - (256 % alphabet.length)

const makeSecret = (): string => {
  let secret = ""
  while (secret.length < secret_chars) {
    for (const byte of crypto.getRandomValues(new Uint8Array(secret_chars))) {
      if (byte < unbiased && secret.length < secret_chars) secret += alphabet.charAt(byte % alphabet.length)
    }
  }
  return secret
}

const hex = (bytes: Uint8Array): string => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("")

/** Secrets by the Web Cryptography API, which Node, Deno, Bun and browsers share. */
export const layer: Layer.Layer<Secrets> = Layer.succeed(Secrets, {
  make: Effect.sync(makeSecret),
  digest: (secret) =>
    Effect.map(
      Effect.promise(() => crypto.subtle.digest("SHA-256", new TextEncoder().encode(secret))),
      (digest) => hex(new Uint8Array(digest))
    )
})
