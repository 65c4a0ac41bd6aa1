import * as Schema from "effect/Schema"

/** `public` reads as its owner, or only what is public; `agenda` reads one agenda; `secret` buys access tokens (wire.md §3). */
export const KeyKind = Schema.Literal("public", "agenda", "secret").annotations({ identifier: "KeyKind" })
/** What a key is for. */
export type KeyKind = typeof KeyKind.Type

/** What a key may be limited to (wire.md §3). */
export const Operation = Schema.Literal(
  "agendas:read",
  "events:read",
  "events:write",
  "locations:read",
  "locations:write",
  "members:read",
  "members:write"
).annotations({ identifier: "Operation" })
/** What a key may be limited to. */
export type Operation = typeof Operation.Type

/**
 * Who is calling, and within which bounds. `operator` is the program itself: the command line, an embedder's own code; it may do everything.
 * For the others null means unrestricted by the credential: what is allowed then follows from the owner's roles.
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
    /** Whether it came as an access token, the only thing that writes. */
    readonly writes: boolean
    /** When the credential ends, epoch milliseconds; absent: it does not by itself. */
    readonly expiresAt?: number
  }

/** The program itself acting for nobody in particular. */
export const operator: Caller = { _tag: "Operator", userUid: null }

/** Who comes without any credential, where that is enough: public pages are read as by a key that nobody owns (wire.md §3). */
export const anyone: Caller = {
  _tag: "Key",
  kind: "public",
  keyId: "",
  userUid: null,
  agendaUids: null,
  operations: null,
  writes: false
}
