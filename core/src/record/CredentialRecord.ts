/** A stored API key, without the key itself. Instants in epoch milliseconds. */
export interface KeyRecord {
  /** Public identifier for lists and revocation; reveals nothing about the key. */
  readonly id: string
  /** A `KeyKind`. */
  readonly kind: string
  /** SHA-256 of the key, lower-case hexadecimal. */
  readonly digest: string
  readonly ownerUid: number | null
  /** Null when every agenda that the owner's roles allow is in scope. */
  readonly agendaUids: ReadonlyArray<number> | null
  /** `Operation`s; null when all are in scope. */
  readonly operations: ReadonlyArray<string> | null
  readonly createdAt: number
  readonly expiresAt: number | null
  readonly revokedAt: number | null
}

/** The last use of a key, for a read, a write or a token request. Accurate to the minute. */
export interface KeyUse {
  readonly keyId: string
  /** Epoch milliseconds. */
  readonly usedAt: number
}

/** A stored access token. Instants in epoch milliseconds. */
export interface TokenRecord {
  /** SHA-256 of the token, lower-case hexadecimal. */
  readonly digest: string
  /** Id of the secret key that it was issued for. */
  readonly keyId: string
  readonly expiresAt: number
}
