import * as Schema from "effect/Schema"
import type { GrantedRoles } from "./HostIdentity.js"
import type { Role } from "./Member.js"

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

/** The program itself: the command line, or the code of an embedder. It is unrestricted and no user. */
export interface Operator {
  readonly _tag: "Operator"
  /** Null: an operator cannot act as a user. A user of the host is a `HostUser`. */
  readonly userUid: null
  /** The account that events and changes of the operator name as their author, as in an import; absent: none. */
  readonly authorUid?: number | undefined
}

/** Who presented a key or an access token. Null sets no restriction: the roles of the key's owner decide. */
export interface KeyHolder {
  readonly _tag: "Key"
  readonly kind: KeyKind
  readonly keyId: string
  readonly userUid: number | null
  readonly agendaUids: ReadonlyArray<number> | null
  readonly operations: ReadonlyArray<Operation> | null
  /** Whether the credential is an access token; only access tokens may write. */
  readonly writes: boolean
  /** Expiry of the credential, epoch milliseconds; absent when it does not expire by itself. */
  readonly expiresAt?: number | undefined
}

/**
 * A user of the host, made by `Access.identifyHostUser`. Every operation is allowed, within the role in each agenda.
 */
export interface HostUser {
  readonly _tag: "HostUser"
  /** The host's own id of the user. */
  readonly userId: string
  /** Uid of the user's account in the engine. */
  readonly userUid: number
  /** Roles that the host grants. */
  readonly roles: GrantedRoles
  /** Memberships that count: those of the engine, or what the host answered, by agenda uid (`HostMemberships`). */
  readonly memberships: "engine" | { readonly [agendaUid: string]: Role | null }
  /** End of the session, epoch milliseconds; absent when the host names none. */
  readonly expiresAt?: number | undefined
}

/** An authenticated caller and the scope of its credential. */
export type Caller = Operator | KeyHolder | HostUser

/** The program itself. */
export const operator: Operator = { _tag: "Operator", userUid: null }

/** The operator, with an account that its writes name as their author; null: none. The account grants no rights. */
export const operatorWithAuthor = (authorUid: number | null): Operator => authorUid === null ? operator : { ...operator, authorUid }

/** The account that records name as the author of what the caller writes; null: none. */
export const authorOf = (caller: Caller): number | null => caller._tag === "Operator" ? caller.authorUid ?? null : caller.userUid

/** The agendas to which the credential is restricted; null: to none. */
export const restrictionOf = (caller: Caller): ReadonlyArray<number> | null => caller._tag === "Key" ? caller.agendaUids : null

/** Whether the credential may write: an access token, the session of a host's user, or the operator. */
export const mayWriteWith = (caller: Caller): boolean => caller._tag !== "Key" || caller.writes

/**
 * The caller of a request without a credential, where none is required. It reads public pages like a public key without
 * owner (wire.md §3).
 */
export const anonymous: KeyHolder = {
  _tag: "Key",
  kind: "public",
  keyId: "",
  userUid: null,
  agendaUids: null,
  operations: null,
  writes: false
}
