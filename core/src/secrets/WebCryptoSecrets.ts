import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Encoding from "effect/Encoding"
import * as Layer from "effect/Layer"
import { Secrets } from "../ports/Secrets.js"

/** `CryptoKey` of the Web Cryptography API. */
interface CryptoKey {
  readonly type: string
}

interface AesGcm {
  readonly name: "AES-GCM"
  readonly iv: Uint8Array
}

/** The part of the Web Cryptography API that is used, declared because the engine has no DOM or Node types. */
declare const crypto: {
  readonly getRandomValues: (bytes: Uint8Array) => Uint8Array
  readonly subtle: {
    readonly digest: (algorithm: "SHA-256", data: Uint8Array) => Promise<ArrayBuffer>
    readonly importKey: (
      format: "raw",
      key: Uint8Array,
      algorithm: { readonly name: "HMAC"; readonly hash: "SHA-256" } | "AES-GCM",
      extractable: false,
      usages: ReadonlyArray<"decrypt" | "encrypt" | "sign" | "verify">
    ) => Promise<CryptoKey>
    readonly encrypt: (algorithm: AesGcm, key: CryptoKey, data: Uint8Array) => Promise<ArrayBuffer>
    readonly decrypt: (algorithm: AesGcm, key: CryptoKey, data: Uint8Array) => Promise<ArrayBuffer>
    readonly sign: (algorithm: "HMAC", key: CryptoKey, data: Uint8Array) => Promise<ArrayBuffer>
    readonly verify: (algorithm: "HMAC", key: CryptoKey, signature: Uint8Array, data: Uint8Array) => Promise<boolean>
  }
}
declare const TextDecoder: { new(): { readonly decode: (bytes: Uint8Array) => string } }
declare const TextEncoder: { new(): { readonly encode: (text: string) => Uint8Array } }

const alphabet = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
const secret_chars = 32

/** Rejection sampling: bytes from this value on would bias the choice towards the first letters of the alphabet. */
const unbiased_max = 256 - (256 % alphabet.length)

const makeSecret = (): string => {
  let secret = ""
  while (secret.length < secret_chars) {
    for (const byte of crypto.getRandomValues(new Uint8Array(secret_chars))) {
      if (byte < unbiased_max && secret.length < secret_chars) secret += alphabet.charAt(byte % alphabet.length)
    }
  }
  return secret
}

const hex = (bytes: Uint8Array): string => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("")

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text)

const fromHex = (text: string): Uint8Array =>
  /^(?:[0-9a-f]{2})*$/.test(text) ? Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16)) : new Uint8Array()

const keyOf = (secret: string): Promise<CryptoKey> =>
  crypto.subtle.importKey("raw", bytesOf(secret), { name: "HMAC", hash: "SHA-256" }, false, ["sign", "verify"])

const hmac = async (secret: string, text: string): Promise<Uint8Array> =>
  new Uint8Array(await crypto.subtle.sign("HMAC", await keyOf(secret), bytesOf(text)))

/** The key of `seal`: the digest of the secret, which `sign` uses as it is. */
const sealingKey = async (secret: string): Promise<CryptoKey> =>
  crypto.subtle.importKey("raw", new Uint8Array(await crypto.subtle.digest("SHA-256", bytesOf(secret))), "AES-GCM", false, [
    "decrypt",
    "encrypt"
  ])

/** Bytes of an initialization vector: an HMAC of the text, so that different texts practically never share one. */
const iv_bytes = 12

const seal = async (secret: string, text: string): Promise<string> => {
  const iv = (await hmac(secret, text)).slice(0, iv_bytes)
  const coded = new Uint8Array(await crypto.subtle.encrypt({ name: "AES-GCM", iv }, await sealingKey(secret), bytesOf(text)))
  return Encoding.encodeBase64Url(Uint8Array.from([...iv, ...coded]))
}

const unseal = async (secret: string, sealed: string): Promise<string | null> => {
  const bytes = Either.getOrNull(Encoding.decodeBase64Url(sealed))
  if (bytes === null || bytes.length <= iv_bytes) return null
  const iv = bytes.slice(0, iv_bytes)
  try {
    return new TextDecoder().decode(
      new Uint8Array(await crypto.subtle.decrypt({ name: "AES-GCM", iv }, await sealingKey(secret), bytes.slice(iv_bytes)))
    )
  } catch {
    return null
  }
}

/** `Secrets` by the Web Cryptography API, which Node, Deno, Bun and browsers share. */
export const layer: Layer.Layer<Secrets> = Layer.succeed(Secrets, {
  make: Effect.sync(makeSecret),
  digest: (secret) =>
    Effect.map(
      Effect.promise(() => crypto.subtle.digest("SHA-256", bytesOf(secret))),
      (digest) => hex(new Uint8Array(digest))
    ),
  sign: (secret, text) => Effect.promise(async () => hex(await hmac(secret, text))),
  isSigned: (secret, text, signature) =>
    Effect.promise(async () => crypto.subtle.verify("HMAC", await keyOf(secret), fromHex(signature), bytesOf(text))),
  seal: (secret, text) => Effect.promise(() => seal(secret, text)),
  unseal: (secret, sealed) => Effect.promise(() => unseal(secret, sealed))
})
