import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import type * as Scope from "effect/Scope"
import { type Caller, KeyKind, Operation } from "../domain/access/Credential.js"
import { isPrivileged, Role } from "../domain/access/Member.js"
import { Forbidden, NotFound, StoreError, Unauthorized } from "../domain/error/EngineError.js"
import { CurrentLimits } from "../domain/Limits.js"
import { withSpanIfTraced } from "../domain/withSpanIfTraced.js"
import { AgendaStore } from "../ports/AgendaStore.js"
import { CredentialStore } from "../ports/CredentialStore.js"
import { MemberStore } from "../ports/MemberStore.js"
import { Secrets } from "../ports/Secrets.js"
import { Transaction } from "../ports/Transaction.js"
import type { AgendaRecord, AgendaRef } from "../record/AgendaRecord.js"
import type { KeyRecord, TokenRecord } from "../record/CredentialRecord.js"
import { atomically } from "./transaction/atomically.js"

/** Minimum time between two stored uses of a key, in milliseconds. */
const noteInterval_ms = 60_000

/**
 * Stores that a key was used, at most once a minute per key and process. It returns at once: the write runs in the
 * background, and its failure is only logged.
 */
export type RecordKeyUse = (keyId: string, now: number) => Effect.Effect<void>

/** Makes a `RecordKeyUse` that writes as long as its scope is open. */
export const makeRecordKeyUse: Effect.Effect<RecordKeyUse, never, CredentialStore | Scope.Scope | Transaction> = Effect.gen(function*() {
  const credentials = yield* CredentialStore
  const transaction = yield* Transaction
  const scope = yield* Effect.scope
  const noted = new Map<string, number>()

  const store = (keyId: string, now: number): Effect.Effect<void> =>
    atomically(credentials.putUse(keyId, now)).pipe(Effect.provideService(Transaction, transaction), Effect.ignoreLogged)

  return (keyId, now) =>
    Effect.suspend(() => {
      const before = noted.get(keyId)
      if (before !== undefined && Math.abs(now - before) < noteInterval_ms) return Effect.void
      noted.set(keyId, now)
      return Effect.asVoid(Effect.forkIn(store(keyId, now), scope))
    })
})

/** Credentials of a request. Each is null when the request has none. */
export interface Credentials {
  /** From header or query `key`. */
  readonly key: string | null
  /** From header `access-token` or `Authorization: Bearer`. */
  readonly token: string | null
}

/** The rights of a caller in one agenda. */
export interface Authorization {
  readonly caller: Caller
  readonly agenda: AgendaRecord
  /** The caller's role, or null without membership. */
  readonly role: Role | null
  /**
   * Whether the caller may read events of every state: as moderator, administrator or operator, with any credential.
   */
  readonly moderates: boolean
  /**
   * Whether responses show the caller who contributed (wire.md, *Privileged*): as `moderates`, but only with a secret
   * key. Public and agenda keys may sit in a web page.
   */
  readonly privileged: boolean
}

/**
 * Authenticates callers and authorizes operations: the only service that checks credentials and rights (wire.md §3).
 */
export class Access extends Context.Tag("@agenda-engine/core/services/Access")<Access, {
  /**
   * Authenticates the caller; the token takes precedence over the key. The use of the key is recorded, to the minute
   * (`Keys.list`). `Unauthorized`: no credential, or an unknown or expired token. `Forbidden`: an unknown, revoked or
   * expired key.
   */
  readonly identify: (presented: Credentials) => Effect.Effect<Caller, Unauthorized | Forbidden | StoreError>
  /** Records the use of the caller's key as `identify` does, for cached responses that skip `identify`. */
  readonly recordKeyUse: (caller: Caller) => Effect.Effect<void>
  /** Issues an access token for a secret key. `Unauthorized`: not a secret key, or a revoked or expired one. */
  readonly requestToken: (
    secret: string
  ) => Effect.Effect<{ readonly accessToken: string; readonly lifetime_seconds: number }, Unauthorized | StoreError>
  /**
   * Authorizes an operation in an agenda: checks that the caller may read the agenda and that the credential allows the
   * operation. `Unauthorized`: a write operation with a read-only credential. `Forbidden`: a missing right. `NotFound`:
   * an unknown agenda.
   */
  readonly authorize: (
    caller: Caller,
    agenda: AgendaRef,
    operation: Operation
  ) => Effect.Effect<Authorization, Unauthorized | Forbidden | NotFound | StoreError>
  /**
   * The caller's rights in an agenda, without any check. For lists, which include only agendas that the caller may
   * read.
   */
  readonly authorizationOf: (caller: Caller, agenda: AgendaRecord) => Effect.Effect<Authorization, StoreError>
  /** Checks that the credential allows an operation that belongs to no single agenda. */
  readonly checkOperation: (caller: Caller, operation: Operation) => Effect.Effect<void, Unauthorized | Forbidden>
}>() {
  /** Layer of Access over the stores of keys, members and agendas. */
  static readonly layer: Layer.Layer<Access, never, AgendaStore | CredentialStore | MemberStore | Secrets | Transaction> = Layer.scoped(
    Access,
    Effect.suspend(() => make)
  )
}

/** Every `Access` that this copy of the module made. */
const engineMade = new WeakSet<object>()

/**
 * Whether the engine made this `Access`. A host's own or decorated one may identify callers by more than the presented
 * key and token, so a cache must not use those as its key.
 */
export const identifiesByCredentials = (access: Context.Tag.Service<Access>): boolean => engineMade.has(access)

const unknownKey = new Forbidden({ message: "could not find user or agenda matching key" })
const unknownToken = new Unauthorized({ message: "the access token is unknown or expired" })

const isAlive = (key: KeyRecord, now: number): boolean => key.revokedAt === null && (key.expiresAt === null || now < key.expiresAt)

const decodeKind = Schema.decodeUnknownSync(KeyKind)
const decodeOperations = Schema.decodeUnknownSync(Schema.NullOr(Schema.Array(Operation)))
const decodeRole = Schema.decodeUnknown(Role)

const corrupt = (operation: string) => (cause: unknown): StoreError => new StoreError({ reason: "Corrupt", operation, cause })

/** The caller that a key identifies, or a token bought with it. */
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

const checkCredential = (caller: Caller, operation: Operation): Effect.Effect<void, Unauthorized | Forbidden> => {
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
  const recordUse = yield* makeRecordKeyUse
  const secrets = yield* Secrets
  const transaction = yield* Transaction

  const roleIn = (agendaUid: number, userUid: number | null): Effect.Effect<Role | null, StoreError> =>
    userUid === null ? Effect.succeed(null) : members.find(agendaUid, userUid).pipe(
      Effect.flatMap((member) => member === null ? Effect.succeed(null) : decodeRole(member.role)),
      Effect.catchTag("ParseError", (cause) => Effect.fail(corrupt("Access.authorizationOf")(cause)))
    )

  const authorizationFor = Effect.fnUntraced(function*(caller: Caller, agenda: AgendaRecord) {
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
        yield* recordUse(found.key.id, now)
        return yield* callerOf(found.key, found.token)
      }
      if (presented.key === null) return yield* new Unauthorized({ message: "a key or an access token is needed" })
      const key = yield* credentials.findKey(yield* secrets.digest(presented.key))
      if (key === null || !isAlive(key, now)) return yield* unknownKey
      yield* recordUse(key.id, now)
      return yield* callerOf(key, null)
    }, withSpanIfTraced("Access.identify")),

    recordKeyUse: (caller) =>
      caller._tag === "Operator" ? Effect.void : Effect.flatMap(Clock.currentTimeMillis, (now) => recordUse(caller.keyId, now)),

    requestToken: Effect.fnUntraced(function*(secret) {
      const limits = yield* CurrentLimits
      const now = yield* Clock.currentTimeMillis
      const key = yield* credentials.findKey(yield* secrets.digest(secret))
      if (key === null || key.kind !== "secret" || !isAlive(key, now)) {
        return yield* new Unauthorized({ message: "this is not a secret key" })
      }
      yield* recordUse(key.id, now)
      const accessToken = yield* secrets.make
      const digest = yield* secrets.digest(accessToken)
      const expiresAt = Math.min(now + limits.token_seconds * 1000, key.expiresAt ?? Number.MAX_SAFE_INTEGER)
      yield* atomically(
        Effect.zipRight(credentials.pruneTokens(now), credentials.putToken({ digest, keyId: key.id, expiresAt }))
      ).pipe(Effect.provideService(Transaction, transaction))
      return { accessToken, lifetime_seconds: Math.floor((expiresAt - now) / 1000) }
    }, withSpanIfTraced("Access.requestToken")),

    authorize: Effect.fnUntraced(function*(caller, ref, operation) {
      yield* checkCredential(caller, operation)
      const agenda = yield* agendas.find(ref)
      if (agenda === null) return yield* new NotFound({ what: "agenda" })
      const found = yield* authorizationFor(caller, agenda)
      if (caller._tag === "Operator") return found
      const isNamed = caller.agendaUids?.includes(agenda.uid) ?? false
      if (caller.agendaUids !== null && !isNamed) return yield* new Forbidden({ message: "this key is for other agendas" })
      if (agenda.private && found.role === null && !(caller.kind === "agenda" && isNamed)) {
        return yield* new Forbidden({ message: "this agenda is private" })
      }
      return found
    }, withSpanIfTraced("Access.authorize")),

    authorizationOf: authorizationFor,

    checkOperation: checkCredential
  })
  // Frozen, because the engine could not notice a method that is replaced in place.
  engineMade.add(Object.freeze(access))
  return access
})

/**
 * Checks the rights that every write of this operation needs, so that a request can be refused before its body is
 * parsed. It authorizes the caller and demands a membership; `members:write` demands a moderator or administrator. The
 * service checks the rest.
 *
 * `find` loads the record to be changed. A caller without membership gets its failure, as `NotFound`, else `Forbidden`,
 * like from the write itself.
 */
export const permitWrite = <E = never, R = never>(
  access: Context.Tag.Service<Access>,
  caller: Caller,
  agenda: AgendaRef,
  operation: Operation,
  find: (authorization: Authorization) => Effect.Effect<unknown, E, R> = () => Effect.void
): Effect.Effect<void, Unauthorized | Forbidden | NotFound | StoreError | E, R> =>
  Effect.flatMap(access.authorize(caller, agenda, operation), (authorization) => {
    if (authorization.moderates) return Effect.void
    if (operation === "members:write") return new Forbidden({ message: "only moderators and administrators invite members" })
    if (authorization.role !== null) return Effect.void
    return Effect.zipRight(find(authorization), new Forbidden({ message: "only members write to this agenda" }))
  })
