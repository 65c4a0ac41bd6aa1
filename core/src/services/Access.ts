import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import { type Caller, KeyKind, Operation } from "../domain/Credential.js"
import { Forbidden, NotFound, StoreError, Unauthorized } from "../domain/EngineError.js"
import { CurrentLimits } from "../domain/Limits.js"
import { isPrivileged, Role } from "../domain/Member.js"
import { spanned } from "../domain/spanned.js"
import { AgendaStore } from "../ports/AgendaStore.js"
import { CredentialStore } from "../ports/CredentialStore.js"
import { MemberStore } from "../ports/MemberStore.js"
import { Secrets } from "../ports/Secrets.js"
import { Transaction } from "../ports/Transaction.js"
import type { AgendaRecord, AgendaRef } from "../record/AgendaRecord.js"
import type { KeyRecord, TokenRecord } from "../record/CredentialRecord.js"
import { atomically } from "./atomically.js"
import { makeNoteKeyUse } from "./noteKeyUse.js"

/** What a request carried to say who is calling: each null when it was not sent. */
export interface Presented {
  /** From header or query `key`. */
  readonly key: string | null
  /** From header `access-token` or `Authorization: Bearer`. */
  readonly token: string | null
}

/** A caller at an agenda: what they are to it. */
export interface Standing {
  readonly caller: Caller
  readonly agenda: AgendaRecord
  /** The caller's role, or null for those who are not members. */
  readonly role: Role | null
  /** Whether events of every state are open to the caller: a moderator or administrator, by whatever credential that is theirs. */
  readonly moderates: boolean
  /** Whether the caller is shown who contributed (wire.md, *Privileged*): as `moderates`, but never by a key that may sit in a web page. */
  readonly privileged: boolean
}

/** Says who is calling and what they may do: the one place where credentials and rights are looked at (wire.md §3). */
export class Access extends Context.Tag("@agenda-engine/core/services/Access")<Access, {
  /**
   * Who is calling. The token counts when both are there. That the key was used is noted, to the minute (`Keys.list`).
   * `Unauthorized`: nothing presented, or an unknown or expired token. `Forbidden`: an unknown, revoked or expired key.
   */
  readonly identify: (presented: Presented) => Effect.Effect<Caller, Unauthorized | Forbidden | StoreError>
  /** Notes that the caller's key was used, as `identify` does: for answers that are given again without asking who calls again. */
  readonly note: (caller: Caller) => Effect.Effect<void>
  /** Buys an access token with a secret key. `Unauthorized`: not a secret key, or a revoked or expired one. */
  readonly requestToken: (
    secret: string
  ) => Effect.Effect<{ readonly accessToken: string; readonly lifetime_seconds: number }, Unauthorized | StoreError>
  /**
   * What the caller is to this agenda, having checked that they may read it and that the credential allows the operation.
   * A write operation with a credential that only reads is `Unauthorized`; a missing right is `Forbidden`; an unknown agenda `NotFound`.
   */
  readonly enter: (
    caller: Caller,
    agenda: AgendaRef,
    operation: Operation
  ) => Effect.Effect<Standing, Unauthorized | Forbidden | NotFound | StoreError>
  /** What the caller is to an agenda that they are known to read: nothing is checked. For lists, which leave out what they may not read. */
  readonly standing: (caller: Caller, agenda: AgendaRecord) => Effect.Effect<Standing, StoreError>
  /** Checks that the credential allows an operation that belongs to no single agenda. */
  readonly allow: (caller: Caller, operation: Operation) => Effect.Effect<void, Unauthorized | Forbidden>
}>() {
  /** Access over the stores of keys, members and agendas. */
  static readonly layer: Layer.Layer<Access, never, AgendaStore | CredentialStore | MemberStore | Secrets | Transaction> = Layer.scoped(
    Access,
    Effect.suspend(() => make)
  )
}

/** Every `Access` that the engine made, in this copy of the module. */
const engineMade = new WeakSet<object>()

/**
 * Whether this is the `Access` that the engine made, and not a host's own or a decoration of it. Only then is a caller known by the presented
 * key and token alone, so that a cache may use them as its key.
 */
export const identifiesByCredentials = (access: Context.Tag.Service<Access>): boolean => engineMade.has(access)

const unknownKey = new Forbidden({ message: "could not find user or agenda matching key" })
const unknownToken = new Unauthorized({ message: "the access token is unknown or expired" })

const isAlive = (key: KeyRecord, now: number): boolean => key.revokedAt === null && (key.expiresAt === null || now < key.expiresAt)

const decodeKind = Schema.decodeUnknownSync(KeyKind)
const decodeOperations = Schema.decodeUnknownSync(Schema.NullOr(Schema.Array(Operation)))
const decodeRole = Schema.decodeUnknown(Role)

const corrupt = (operation: string) => (cause: unknown): StoreError => new StoreError({ reason: "Corrupt", operation, cause })

/** Who calls with a key, or (`token`) with a token that was bought with it. */
const callerOf = (key: KeyRecord, token: TokenRecord | null): Effect.Effect<Caller, StoreError> => {
  const expiresAt = Math.min(key.expiresAt ?? Infinity, token?.expiresAt ?? Infinity)
  return Effect.try({
    try: (): Caller => ({
      _tag: "Key",
      kind: decodeKind(key.kind),
      keyId: key.id,
      userUid: key.ownerUid,
      agendaUids: key.agendaUids,
      operations: decodeOperations(key.operations),
      writes: token !== null,
      ...(expiresAt === Infinity ? {} : { expiresAt })
    }),
    catch: corrupt("Access.identify")
  })
}

const isWrite = (operation: Operation): boolean => operation.endsWith(":write")

const allow = (caller: Caller, operation: Operation): Effect.Effect<void, Unauthorized | Forbidden> => {
  if (caller._tag === "Operator") return Effect.void
  if (isWrite(operation) && !caller.writes) return Effect.fail(new Unauthorized({ message: "writing needs an access token" }))
  return caller.operations === null || caller.operations.includes(operation)
    ? Effect.void
    : Effect.fail(new Forbidden({ message: `this key does not allow ${operation}` }))
}

const make = Effect.gen(function*() {
  const agendas = yield* AgendaStore
  const credentials = yield* CredentialStore
  const members = yield* MemberStore
  const noteUse = yield* makeNoteKeyUse
  const secrets = yield* Secrets
  const transaction = yield* Transaction

  const roleIn = (agendaUid: number, userUid: number | null): Effect.Effect<Role | null, StoreError> =>
    userUid === null ? Effect.succeed(null) : members.find(agendaUid, userUid).pipe(
      Effect.flatMap((member) => member === null ? Effect.succeed(null) : decodeRole(member.role)),
      Effect.catchTag("ParseError", (cause) => Effect.fail(corrupt("Access.standing")(cause)))
    )

  const standing = Effect.fnUntraced(function*(caller: Caller, agenda: AgendaRecord) {
    if (caller._tag === "Operator") return { caller, agenda, role: null, moderates: true, privileged: true }
    const role = yield* roleIn(agenda.uid, caller.userUid)
    const moderates = isPrivileged(role)
    return { caller, agenda, role, moderates, privileged: moderates && caller.kind === "secret" }
  })

  const access = Access.of({
    identify: Effect.fnUntraced(function*(presented) {
      const now = yield* Clock.currentTimeMillis
      if (presented.token !== null) {
        const found = yield* credentials.findToken(yield* secrets.digest(presented.token))
        if (found === null || now >= found.token.expiresAt || !isAlive(found.key, now)) return yield* unknownToken
        yield* noteUse(found.key.id, now)
        return yield* callerOf(found.key, found.token)
      }
      if (presented.key === null) return yield* new Unauthorized({ message: "a key or an access token is needed" })
      const key = yield* credentials.findKey(yield* secrets.digest(presented.key))
      if (key === null || !isAlive(key, now)) return yield* unknownKey
      yield* noteUse(key.id, now)
      return yield* callerOf(key, null)
    }, spanned("Access.identify")),

    note: (caller) =>
      caller._tag === "Operator" ? Effect.void : Effect.flatMap(Clock.currentTimeMillis, (now) => noteUse(caller.keyId, now)),

    requestToken: Effect.fnUntraced(function*(secret) {
      const limits = yield* CurrentLimits
      const now = yield* Clock.currentTimeMillis
      const key = yield* credentials.findKey(yield* secrets.digest(secret))
      if (key === null || key.kind !== "secret" || !isAlive(key, now)) {
        return yield* new Unauthorized({ message: "this is not a secret key" })
      }
      yield* noteUse(key.id, now)
      const accessToken = yield* secrets.make
      const digest = yield* secrets.digest(accessToken)
      const expiresAt = Math.min(now + limits.token_seconds * 1000, key.expiresAt ?? Number.MAX_SAFE_INTEGER)
      yield* atomically(
        Effect.zipRight(credentials.pruneTokens(now), credentials.putToken({ digest, keyId: key.id, expiresAt }))
      ).pipe(Effect.provideService(Transaction, transaction))
      return { accessToken, lifetime_seconds: Math.floor((expiresAt - now) / 1000) }
    }, spanned("Access.requestToken")),

    enter: Effect.fnUntraced(function*(caller, ref, operation) {
      yield* allow(caller, operation)
      const agenda = yield* agendas.find(ref)
      if (agenda === null) return yield* new NotFound({ what: "agenda" })
      const found = yield* standing(caller, agenda)
      if (caller._tag === "Operator") return found
      const isNamed = caller.agendaUids?.includes(agenda.uid) ?? false
      if (caller.agendaUids !== null && !isNamed) return yield* new Forbidden({ message: "this key is for other agendas" })
      if (agenda.private && found.role === null && !(caller.kind === "agenda" && isNamed)) {
        return yield* new Forbidden({ message: "this agenda is private" })
      }
      return found
    }, spanned("Access.enter")),

    standing,

    allow
  })
  // Frozen: a method that is replaced in place would not be noticed.
  engineMade.add(Object.freeze(access))
  return access
})
