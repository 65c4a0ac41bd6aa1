import * as Schema from "effect/Schema"

/**
 * The kind of an API key (wire.md §3). A `public` key reads with its owner's rights; without owner it reads public data
 * only. An `agenda` key reads one agenda. A `secret` key is exchanged for access tokens.
 */
export const KeyKind = Schema.Literal("public", "agenda", "secret").annotations({ identifier: "KeyKind" })
/** The kind of an API key. */
export type KeyKind = typeof KeyKind.Type

/** An operation that a key's scope can contain (wire.md §3). */
export const Operation = Schema.Literal(
  "agendas:read",
  "events:read",
  "events:write",
  "locations:read",
  "locations:write",
  "members:read",
  "members:write"
).annotations({ identifier: "Operation" })
/** An operation that a key's scope can contain. */
export type Operation = typeof Operation.Type

/**
 * An authenticated caller and the scope of its credential. `Operator` is the program itself (the command line, an
 * embedder's code) and is unrestricted. For a key, null means that the credential sets no restriction: the owner's
 * roles decide.
 */
export type Caller =
  | { readonly _tag: "Operator"; readonly userUid: number | null }
  | {
    readonly _tag: "Key"
    readonly kind: KeyKind
    readonly keyId: string
    readonly userUid: number | null
    readonly agendaUids: ReadonlyArray<number> | null
    readonly operations: ReadonlyArray<Operation> | null
    /** Whether the credential is an access token; only access tokens may write. */
    readonly writes: boolean
    /** Expiry of the credential, epoch milliseconds; absent when it does not expire by itself. */
    readonly expiresAt?: number
  }

/** The program itself, acting for no particular user. */
export const operator: Caller = { _tag: "Operator", userUid: null }

/**
 * The caller of a request without a credential, where none is required. It reads public pages like a public key without
 * owner (wire.md §3).
 */
export const anonymous: Extract<Caller, { readonly _tag: "Key" }> = {
  _tag: "Key",
  kind: "public",
  keyId: "",
  userUid: null,
  agendaUids: null,
  operations: null,
  writes: false
}
