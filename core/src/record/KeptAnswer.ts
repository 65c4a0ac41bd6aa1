/** A write that was asked to be safe to repeat, and what it was answered (wire.md §4, Idempotency-Key). Instants in epoch milliseconds. */
export interface KeptAnswer {
  /** The key whose holder asked for it, by whatever access token: what one credential names says nothing of another's. */
  readonly keyId: string
  /** What the caller named the write. */
  readonly name: string
  /** A digest of the request: another one under the same name is another request. */
  readonly fingerprint: string
  /** Names the one attempt that may answer: who takes it over gives it another. */
  readonly claim: string
  /** When an attempt without an answer is taken for dead. */
  readonly claimedUntil: number
  /** When all of this is forgotten. */
  readonly expiresAt: number
  /** The answer, in a form that only who keeps it reads; null: the write is under way. */
  readonly answer: string | null
}
