/** A write with an idempotency key, and its response (wire.md §4, Idempotency-Key). Instants in epoch milliseconds. */
export interface IdempotencyRecord {
  /** Id of the API key, whichever access token was used. Idempotency keys of different API keys are independent. */
  readonly keyId: string
  /** The Idempotency-Key. */
  readonly name: string
  /** Digest of the request: the same key with another digest is a different request. */
  readonly fingerprint: string
  /** Id of the attempt that may store the response; changes when another attempt takes over. */
  readonly claim: string
  /** End of the attempt's lease: without a response by then, it is considered dead. */
  readonly claimedUntil: number
  /** Expiry of the record. */
  readonly expiresAt: number
  /** The response, serialized by the service; null while the write is in progress. */
  readonly answer: string | null
}
