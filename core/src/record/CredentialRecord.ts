/** A stored key. The key itself is never stored. Instants in epoch milliseconds. */
export interface KeyRecord {
  /** Names the key in lists and for revocation; says nothing about it. */
  readonly id: string
  /** A `KeyKind`. */
  readonly kind: string
  /** SHA-256 of the key, lower-case hexadecimal. */
  readonly digest: string
  readonly ownerUid: number | null
  /** Null: every agenda that the owner's roles allow. */
  readonly agendaUids: ReadonlyArray<number> | null
  /** `Operation`s; null: all of them. */
  readonly operations: ReadonlyArray<string> | null
  readonly createdAt: number
  readonly expiresAt: number | null
  readonly revokedAt: number | null
}

/** When a key was last used to read, to write or to buy a token. Known to the minute. */
export interface KeyUse {
  readonly keyId: string
  /** Epoch milliseconds. */
  readonly usedAt: number
}

/** A stored access token. Instants in epoch milliseconds. */
export interface TokenRecord {
  /** SHA-256 of the token, lower-case hexadecimal. */
  readonly digest: string
  /** The secret key it was bought with. */
  readonly keyId: string
  readonly expiresAt: number
}
