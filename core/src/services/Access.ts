import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import { anonymous, type Caller, type HostUser, mayWriteWith, type Operation, restrictionOf } from "../domain/access/Credential.js"
import type { HostIdentity } from "../domain/access/HostIdentity.js"
import { isPrivileged, Role } from "../domain/access/Member.js"
import { Forbidden, NotFound, type StoreError, Unauthorized } from "../domain/error/EngineError.js"
import { cacheEntryBytes } from "../domain/heapBytes.js"
import { CurrentLimits } from "../domain/Limits.js"
import { LruCache } from "../domain/LruCache.js"
import { withSpanIfTraced } from "../domain/withSpanIfTraced.js"
import { AgendaStore } from "../ports/AgendaStore.js"
import { CredentialStore } from "../ports/CredentialStore.js"
import { HostMemberships } from "../ports/HostMemberships.js"
import { MemberStore } from "../ports/MemberStore.js"
import { RevisionStore } from "../ports/RevisionStore.js"
import { Secrets } from "../ports/Secrets.js"
import { Transaction } from "../ports/Transaction.js"
import { UserDirectory } from "../ports/UserDirectory.js"
import { UserStore } from "../ports/UserStore.js"
import type { AgendaRecord, AgendaRef } from "../record/AgendaRecord.js"
import { Authorized, type Rights } from "./access/Authorized.js"
import { CachedAuthorizations } from "./access/CachedAuthorizations.js"
import { callerOf, corrupt, isAlive, makeRecordKeyUse, scopeOf } from "./access/callerOfKey.js"
import { accountOf, checkSession, roleOf, withMembership } from "./access/hostUser.js"
import { topicsOfCaller, topicsRead } from "./revision/topics.js"
import { atomically } from "./transaction/atomically.js"
import { commits } from "./transaction/commits.js"

/** Credentials of a request. Each is null when the request has none. */
export interface Credentials {
  /** From header or query `key`. */
  readonly key: string | null
  /** From header `access-token` or `Authorization: Bearer`. */
  readonly token: string | null
}

/**
 * The authorization of a caller for an operation in one agenda, made by `Access.authorize` alone. It holds for the
 * request that it was made for; writes check the role again under the agenda's lock.
 */
export type Authorization<O extends Operation = Operation> = Authorized<O>

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
  /**
   * The caller for a user of the host. The user's account is created when the user is first seen. `Unauthorized`: the
   * session has ended.
   */
  readonly identifyHostUser: (identity: HostIdentity) => Effect.Effect<HostUser, Unauthorized | StoreError>
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
   *
   * Agenda, role and revisions are read in one snapshot and cached. A cached authorization is revalidated by its
   * revisions, with one query to the store.
   */
  readonly authorize: <O extends Operation>(
    caller: Caller,
    agenda: AgendaRef,
    operation: O
  ) => Effect.Effect<Authorization<O>, Unauthorized | Forbidden | NotFound | StoreError>
  /**
   * Calls `identify`, `authorize` and `use`, which must only read. If the same credential was authorized before, `use`
   * may run with the cached authorization before its revisions are validated. Its result is returned only if they are
   * current; else `identify` and `authorize` run, and `use` again. After a revocation, requests that began before the
   * first one has ended may still run `use`; none gets its result. An `Access` that overrides `identify` or `authorize`
   * must override `enter` too.
   */
  readonly enter: <O extends Operation, A, E, R>(
    presented: Credentials,
    agenda: AgendaRef,
    operation: O,
    use: (authorization: Authorization<O>) => Effect.Effect<A, E, R>
  ) => Effect.Effect<A, E | Unauthorized | Forbidden | NotFound | StoreError, R>
  /**
   * The caller's rights in an agenda, without any check. For lists, which include only agendas that the caller may
   * read.
   */
  readonly rightsIn: (caller: Caller, agenda: Pick<AgendaRecord, "uid">) => Effect.Effect<Rights, StoreError>
  /** Checks that the credential allows an operation that belongs to no single agenda. */
  readonly checkOperation: (caller: Caller, operation: Operation) => Effect.Effect<void, Unauthorized | Forbidden>
}>() {
  /** Layer of Access over the stores of keys, members and agendas. */
  static readonly layer: Layer.Layer<Access, never, AccessPorts> = Layer.scoped(
    Access,
    Effect.suspend(() => make)
  )
}

type AccessPorts = AgendaStore | CredentialStore | MemberStore | RevisionStore | Secrets | Transaction | UserStore

/** Every `Access` that this copy of the module made. */
const engineMade = new WeakSet<object>()

/**
 * Whether the engine made this `Access`. A host's own or decorated one may identify callers by more than the presented
 * key and token, so a cache must not use those as its key.
 */
export const identifiesByCredentials = (access: Context.Tag.Service<Access>): boolean => engineMade.has(access)

const decodeRole = Schema.decodeUnknown(Role)

const unknownKey = new Forbidden({ message: "could not find user or agenda matching key" })
const unknownToken = new Unauthorized({ message: "the access token is unknown or expired" })
const notSecretKey = new Unauthorized({ message: "this is not a secret key" })

/** Whether a failure says that a key, access token or secret key is unknown, revoked or expired. */
export const isWrongSecret = (failure: unknown): boolean => failure === unknownKey || failure === unknownToken || failure === notSecretKey

/** Maximum size of all cached callers, in bytes. */
const callers_bytes_max = 1_024 * 1_024

const isWrite = (operation: Operation): boolean => operation.endsWith(":write")

const checkCredential = (caller: Caller, operation: Operation): Effect.Effect<void, Unauthorized | Forbidden> => {
  if (isWrite(operation) && !mayWriteWith(caller)) return Effect.fail(new Unauthorized({ message: "writing needs an access token" }))
  return caller._tag !== "Key" || caller.operations === null || caller.operations.includes(operation)
    ? Effect.void
    : Effect.fail(new Forbidden({ message: `this key does not allow ${operation}` }))
}

const make = Effect.gen(function*() {
  const agendas = yield* AgendaStore
  const credentials = yield* CredentialStore
  const hostMemberships = yield* HostMemberships
  const members = yield* MemberStore
  const recordUse = yield* makeRecordKeyUse
  const revisions = yield* RevisionStore
  const secrets = yield* Secrets
  const transaction = yield* Transaction
  const users = yield* UserStore
  const directory = yield* UserDirectory

  const memberRole = (agendaUid: number, userUid: number | null): Effect.Effect<Role | null, StoreError> =>
    userUid === null ? Effect.succeed(null) : members.findBy({ agendaUid, userUid }).pipe(
      Effect.flatMap((member) => member === null ? Effect.succeed(null) : decodeRole(member.role)),
      Effect.catchTag("ParseError", (cause) => Effect.fail(corrupt("Access.rightsIn")(cause)))
    )

  const roleIn = (caller: Caller, agendaUid: number): Effect.Effect<Role | null, StoreError> =>
    caller._tag === "HostUser" && caller.memberships !== "engine"
      ? Effect.succeed(roleOf(caller, agendaUid, null))
      : Effect.map(memberRole(agendaUid, caller.userUid), (role) => roleOf(caller, agendaUid, role))

  const rightsIn = (caller: Caller, agenda: Pick<AgendaRecord, "uid">): Effect.Effect<Rights, StoreError> =>
    caller._tag === "Operator"
      ? Effect.succeed({ role: null, moderates: true, privileged: true })
      : Effect.map(roleIn(caller, agenda.uid), (role) => {
        const moderates = isPrivileged(role)
        return { role, moderates, privileged: moderates && (caller._tag === "HostUser" || caller.kind === "secret") }
      })

  /** Whether the stored key still gives this caller the same rights. A host's own caller may have no stored key. */
  const hasStoredKey = (caller: Caller): Effect.Effect<boolean, StoreError> =>
    caller._tag !== "Key" || caller.keyId === anonymous.keyId
      ? Effect.succeed(true)
      : Effect.flatMap(credentials.find(caller.keyId), (key) =>
        key === null || key.revokedAt !== null
          ? Effect.succeed(false)
          : Effect.map(callerOf(key, null), (stored) => scopeOf(stored) === scopeOf(caller)))

  const readAuthorization = Effect.fnUntraced(function*<O extends Operation>(
    caller: Caller,
    agenda: AgendaRecord,
    operation: O,
    revisions: ReadonlyMap<string, number> | null,
    commitsBefore: number
  ) {
    const rights = yield* rightsIn(caller, agenda)
    if (caller._tag === "Operator") return new Authorized(operation, caller, agenda, rights, revisions, commitsBefore)
    const restriction = restrictionOf(caller)
    const isNamed = restriction?.includes(agenda.uid) ?? false
    if (restriction !== null && !isNamed) return yield* new Forbidden({ message: "this key is for other agendas" })
    if (agenda.private && rights.role === null && !(caller._tag === "Key" && caller.kind === "agenda" && isNamed)) {
      return caller === anonymous
        ? yield* new NotFound({ what: "agenda" })
        : yield* new Forbidden({ message: "this agenda is private" })
    }
    return new Authorized(operation, caller, agenda, rights, revisions, commitsBefore)
  })

  const findAgenda = (ref: AgendaRef) =>
    Effect.filterOrFail(agendas.find(ref), (agenda) => agenda !== null, () => new NotFound({ what: "agenda" }))

  /** The caller with the host's answer about this agenda, which it may have already. A transaction holds locks. */
  const withAnswer = (caller: Caller, agendaUid: number): Effect.Effect<Caller, StoreError> =>
    caller._tag === "HostUser" && caller.memberships !== "engine" && caller.memberships[agendaUid] !== undefined
      ? Effect.succeed(caller)
      : withMembership(hostMemberships, caller, agendaUid)

  const cache = new CachedAuthorizations(revisions)

  /** The callers of keys and tokens that authorizations are cached for, by kind and digest of the secret. */
  const callers = new LruCache<Extract<Caller, { readonly _tag: "Key" }>>(callers_bytes_max)

  // Sessions that are renewed share the entry: their end is checked before.
  const cacheKeyOf = (operation: Operation, ref: AgendaRef, caller: Caller): string =>
    JSON.stringify([operation, ref, caller._tag === "HostUser" ? { ...caller, expiresAt: 0 } : caller])

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
      const key = yield* credentials.findBy({ digest: yield* secrets.digest(presented.key) })
      if (key === null || !isAlive(key, now)) return yield* unknownKey
      yield* recordUse(key.id, now)
      return yield* callerOf(key, null)
    }, withSpanIfTraced("Access.identify")),

    recordKeyUse: (caller) =>
      caller._tag === "Key" ? Effect.flatMap(Clock.currentTimeMillis, (now) => recordUse(caller.keyId, now)) : Effect.void,

    identifyHostUser: Effect.fnUntraced(function*(identity) {
      const { expiresAt, roles, userId } = identity
      yield* checkSession(expiresAt ?? null)
      const { uid } = yield* accountOf(identity, directory).pipe(
        Effect.provideService(AgendaStore, agendas),
        Effect.provideService(MemberStore, members),
        Effect.provideService(UserStore, users),
        Effect.provideService(Transaction, transaction)
      )
      const caller = {
        _tag: "HostUser",
        userId,
        userUid: uid,
        roles: roles ?? {},
        memberships: hostMemberships === null ? "engine" : {}
      } as const
      return typeof expiresAt === "number" ? { ...caller, expiresAt } : caller
    }, withSpanIfTraced("Access.identifyHostUser")),

    requestToken: Effect.fnUntraced(function*(secret) {
      const limits = yield* CurrentLimits
      const now = yield* Clock.currentTimeMillis
      const key = yield* credentials.findBy({ digest: yield* secrets.digest(secret) })
      if (key === null || key.kind !== "secret" || !isAlive(key, now)) {
        return yield* notSecretKey
      }
      yield* recordUse(key.id, now)
      const accessToken = yield* secrets.make
      const digest = yield* secrets.digest(accessToken)
      const expiresAt = Math.min(now + limits.token_seconds * 1000, key.expiresAt ?? Number.MAX_SAFE_INTEGER)
      yield* atomically(
        credentials.putToken({ digest, keyId: key.id, expiresAt }, now)
      ).pipe(Effect.provideService(Transaction, transaction))
      return { accessToken, lifetime_seconds: Math.floor((expiresAt - now) / 1000) }
    }, withSpanIfTraced("Access.requestToken")),

    authorize: Effect.fnUntraced(function*(presented, ref, operation) {
      yield* checkCredential(presented, operation)
      if (presented._tag === "HostUser") yield* checkSession(presented.expiresAt ?? null)
      const commitsBefore = commits.soFar
      if (yield* transaction.isActive) {
        const agenda = yield* findAgenda(ref)
        return yield* readAuthorization(yield* withAnswer(presented, agenda.uid), agenda, operation, null, commitsBefore)
      }
      const caller = hostMemberships === null || presented._tag !== "HostUser"
        ? presented
        : yield* withMembership(hostMemberships, presented, (yield* findAgenda(ref)).uid)
      const key = cacheKeyOf(operation, ref, caller)
      const cached = cache.get(key)
      const valid = cached === undefined ? null : yield* cache.use(cached, caller, operation, Effect.succeed)
      if (valid !== null) return yield* valid
      return yield* transaction.snapshot(Effect.gen(function*() {
        const agenda = yield* findAgenda(ref)
        const keyTopics = (yield* hasStoredKey(caller)) ? topicsOfCaller(caller) : []
        const read = yield* cache.read([...keyTopics, ...topicsRead(agenda)])
        const authorization = yield* readAuthorization(caller, agenda, operation, read, commitsBefore)
        cache.set({ key, authorization, keyTopics, isUnconfirmed: false })
        return authorization
      }))
    }, withSpanIfTraced("Access.authorize")),

    enter: Effect.fnUntraced(function*(presented, ref, operation, use) {
      const secret = presented.token ?? presented.key
      const kind = presented.token === null ? "key" : "token"
      const name = secret === null || (yield* transaction.isActive) ? null : `${kind} ${yield* secrets.digest(secret)}`
      const known = name === null ? undefined : callers.get(name)
      const cached = known === undefined ? undefined : cache.get(cacheKeyOf(operation, ref, known))
      // Without the topic of its key, an entry does not tell whether the key was revoked.
      if (known !== undefined && cached !== undefined && cached.keyTopics.length > 0) {
        const now = yield* Clock.currentTimeMillis
        const exit = now < (known.expiresAt ?? Infinity) ? yield* cache.use(cached, known, operation, use) : null
        if (exit !== null) {
          yield* recordUse(known.keyId, now)
          return yield* exit
        }
      }
      const caller = yield* access.identify(presented)
      const authorization = yield* access.authorize(caller, ref, operation)
      if (name !== null && caller._tag === "Key") callers.set(name, caller, cacheEntryBytes(name, caller))
      return yield* use(authorization)
    }, withSpanIfTraced("Access.enter")),

    rightsIn: (caller, agenda) => Effect.flatMap(withAnswer(caller, agenda.uid), (answered) => rightsIn(answered, agenda)),

    checkOperation: checkCredential
  })
  // Frozen, because the engine could not notice a method that is replaced in place.
  engineMade.add(Object.freeze(access))
  return access
})

/**
 * Checks the rights that every write needs, so that a request can be refused before its body is read: a membership, and
 * for `members:write` the role of a moderator or administrator. The service checks the rest.
 *
 * `find` loads the record to be changed. A caller without membership gets its failure, as `NotFound`, else `Forbidden`,
 * like from the write itself.
 */
export const permitWrite = <E = never, R = never>(
  { moderates, operation, role }: Authorization,
  find: Effect.Effect<unknown, E, R> = Effect.void
): Effect.Effect<void, Forbidden | E, R> => {
  if (moderates) return Effect.void
  if (operation === "members:write") return new Forbidden({ message: "only moderators and administrators invite members" })
  if (role !== null) return Effect.void
  return Effect.zipRight(find, new Forbidden({ message: "only members write to this agenda" }))
}

/**
 * Authorizes a caller in an agenda and runs an effect with the authorization.
 *
 * @example
 * authorized(operator, agenda, "events:write", (authorization) => events.create(authorization, body, { lang: null }))
 */
export const authorized = <O extends Operation, A, E, R>(
  caller: Caller,
  agenda: AgendaRef,
  operation: O,
  use: (authorization: Authorization<O>) => Effect.Effect<A, E, R>
): Effect.Effect<A, E | Unauthorized | Forbidden | NotFound | StoreError, R | Access> =>
  Effect.flatMap(Access, (access) => Effect.flatMap(access.authorize(caller, agenda, operation), use))
