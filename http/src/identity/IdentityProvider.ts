import {
  AgendaRoles,
  type HostIdentity,
  type HostIdentityInput,
  HostMember,
  type HostMemberInput,
  HostProfile,
  type HostProfileInput
} from "@agenda-engine/core/domain/access/HostIdentity"
import { Role } from "@agenda-engine/core/domain/access/Member"
import { StoreError } from "@agenda-engine/core/domain/error/EngineError"
import { HostMemberships, type MembershipAnswers } from "@agenda-engine/core/ports/HostMemberships"
import { type Directory, UserDirectory } from "@agenda-engine/core/ports/UserDirectory"
import * as Context from "effect/Context"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"

/** The host could not say who sent a request. The response is 503: the sender is neither anonymous nor anyone else. */
export class IdentityUnavailable extends Data.TaggedError("IdentityUnavailable")<{ readonly cause: unknown }> {}

/** Maximum time that the host gets for an answer, in seconds. */
export const answer_seconds_max = 10

/** Identifies the users of the host. */
export interface HostUsers {
  /**
   * The user of the host who sent a request; null for none. It is asked once for each request that depends on a caller,
   * before any cache is looked up. It must not read the body.
   */
  readonly identify: (request: Request) => Effect.Effect<HostIdentityInput | null, IdentityUnavailable>
  /** The request headers that `identify` reads, in lower case; responses name them in `Vary`. */
  readonly headers: ReadonlyArray<string>
  /** Whether the engine's keys and access tokens work for requests without a user of the host. */
  readonly engineCredentials: boolean
}

/**
 * The users of the host; null when only the engine's keys and access tokens identify callers. Read when `App.layer` is
 * built.
 */
export class IdentityProvider extends Context.Reference<IdentityProvider>()("@agenda-engine/http/identity/IdentityProvider", {
  defaultValue: (): HostUsers | null => null
}) {}

/** How a host's own users call the engine. */
export interface HostUsersOptions {
  /**
   * The user of the host who sent a request; null for none. It is called once for each request, and its answer is used
   * for this request alone. A rejection, or no answer within ten seconds, is a 503. It must not read the body.
   */
  readonly auth: (request: Request) => Promise<HostIdentityInput | null>
  /**
   * The role of a user of the host in an agenda, or null. Without it, memberships of the engine count. A rejection, or
   * no answer within ten seconds, is a 503. Responses that depend on it are not cached.
   */
  readonly membershipOf?: ((userId: string, agendaUid: number) => Promise<Role | null>) | undefined
  /**
   * With `membershipOf`: the roles of a user by agenda uid, for `/v2/me/agendas`. Without it, this list has only the
   * agendas that `roles` of the identity names.
   */
  readonly agendasOf?: ((userId: string) => Promise<AgendaRoles>) | undefined
  /**
   * With `membershipOf`: the members of an agenda, in an order that does not change, for `/v2/agendas/{a}/members`.
   * Without it, this list has the memberships of the engine.
   */
  readonly membersOf?: ((agendaUid: number) => Promise<ReadonlyArray<HostMemberInput>>) | undefined
  /**
   * The users of a host that keeps them itself. It is asked for users whom the engine has not met: by id when they
   * first call, by id or verified address (in lower case) when an operator or an invitation names them.
   */
  readonly directory?: {
    /** The user with an id of the host; null when the host has none. */
    readonly find: (userId: string) => Promise<HostProfileInput | null>
    /** The user whose verified address this is, in lower case; null when the host has none. */
    readonly findByEmail: (email: string) => Promise<HostProfileInput | null>
  } | undefined
  /** The request headers that `auth` reads. Default: `cookie` and `authorization`. */
  readonly headers?: ReadonlyArray<string> | undefined
  /** Whether the engine's keys and access tokens work for requests without a user of the host. Default: true. */
  readonly engineCredentials?: boolean | undefined
}

const unanswered = (operation: string, cause: unknown): StoreError => new StoreError({ reason: "Unavailable", operation, cause })

/** Asks the host, and checks what it answers. An answer that the engine cannot take is a defect. */
const asking = <A, I>(operation: string, schema: Schema.Schema<A, I>, ask: () => Promise<unknown>): Effect.Effect<A, StoreError> =>
  Effect.tryPromise({ try: async () => ask(), catch: (cause) => unanswered(operation, cause) }).pipe(
    Effect.interruptible,
    Effect.timeoutFail({ duration: answer_seconds_max * 1_000, onTimeout: () => unanswered(operation, new Error("no answer in time")) }),
    Effect.flatMap((answer) => Effect.orDie(Schema.decodeUnknown(schema)(answer ?? null)))
  )

/** What a host answers about memberships; null when the engine keeps them. */
const answersOf = ({ agendasOf, membersOf, membershipOf }: HostUsersOptions): MembershipAnswers | null =>
  membershipOf === undefined ? null : {
    membershipOf: (userId, agendaUid) => asking("HostMemberships.membershipOf", Schema.NullOr(Role), () => membershipOf(userId, agendaUid)),
    ...(agendasOf === undefined
      ? {}
      : { agendasOf: (userId: string) => asking("HostMemberships.agendasOf", AgendaRoles, () => agendasOf(userId)) }),
    ...(membersOf === undefined
      ? {}
      : { membersOf: (agendaUid: number) => asking("HostMemberships.membersOf", Schema.Array(HostMember), () => membersOf(agendaUid)) })
  }

/** The users of a host that keeps them itself; null for another host. */
const directoryOf = ({ directory }: HostUsersOptions): Directory | null =>
  directory === undefined ? null : {
    find: (userId) => asking("UserDirectory.find", Schema.NullOr(HostProfile), () => directory.find(userId)),
    findByEmail: (email) => asking("UserDirectory.findByEmail", Schema.NullOr(HostProfile), () => directory.findByEmail(email))
  }

const identityHeaders = ["cookie", "authorization"]

/**
 * The users of a host, for the engine and the handler: put it below both.
 *
 * @example
 * const auth = async (request: Request) => {
 *   const session = await sessions.get(request.headers)
 *   return session === null ? null : { userId: session.userId, name: session.name, expiresAt: session.expiresAt }
 * }
 * WebHandler.make(Layer.provideMerge(engine, hostUsers({ auth })))
 */
export const hostUsers = (options: HostUsersOptions): Layer.Layer<HostMemberships | IdentityProvider | UserDirectory> => {
  const { auth, engineCredentials = true, headers = identityHeaders } = options
  return Layer.mergeAll(
    Layer.succeed(IdentityProvider, {
      identify: (request) => Effect.tryPromise({ try: async () => auth(request), catch: (cause) => new IdentityUnavailable({ cause }) }),
      headers: headers.map((name) => name.toLowerCase()),
      engineCredentials
    }),
    Layer.succeed(HostMemberships, answersOf(options)),
    Layer.succeed(UserDirectory, directoryOf(options))
  )
}

/** The key of everything that a response shows because of an identity; empty without one. */
export const identityKey = (identity: HostIdentity | null): string =>
  identity === null
    ? ""
    : JSON.stringify([identity.userId, identity.roles ?? {}, identity.name ?? "", identity.email ?? "", identity.emailVerified])
