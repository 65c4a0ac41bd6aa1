import type { EventIn } from "@agenda-engine/core/contract/EventAnswer"
import type { EventList } from "@agenda-engine/core/contract/EventResult"
import type { HostUser, Operation } from "@agenda-engine/core/domain/access/Credential"
import { HostIdentity, type HostIdentityInput } from "@agenda-engine/core/domain/access/HostIdentity"
import { Invalid, type StoreError, type Unauthorized } from "@agenda-engine/core/domain/error/EngineError"
import { issue } from "@agenda-engine/core/domain/error/Issue"
import type { Engine } from "@agenda-engine/core/Engine"
import type { EventQuery } from "@agenda-engine/core/query/event/EventQuery"
import type { AgendaRef } from "@agenda-engine/core/record/AgendaRecord"
import { Access } from "@agenda-engine/core/services/Access"
import { Agendas } from "@agenda-engine/core/services/Agendas"
import { Events } from "@agenda-engine/core/services/Events"
import { Invitations } from "@agenda-engine/core/services/Invitations"
import { Locations } from "@agenda-engine/core/services/Locations"
import { Members } from "@agenda-engine/core/services/Members"
import * as Arr from "effect/Array"
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as ParseResult from "effect/ParseResult"
import * as Predicate from "effect/Predicate"
import * as Schema from "effect/Schema"
import * as Stream from "effect/Stream"
import { iterated } from "./iterated.js"
import { callMember, type Promised, type Run } from "./promised.js"
import type { TypedEvents } from "./PromisedEvents.js"

/** An agenda by its uid, or by what names it. */
export type AgendaName = number | AgendaRef

/** A method that takes the agenda in place of an authorization. */
type InAgenda<M> = M extends (authorization: infer _A, ...parameters: infer P) => Promise<infer A> ?
  (agenda: AgendaName, ...parameters: P) => Promise<A> :
  never

/** A method without the caller that it takes. */
type OfCaller<M> = M extends (caller: infer _C, ...parameters: infer P) => Promise<infer A> ? (...parameters: P) => Promise<A> : never

type OfUser<S, Operations> = {
  readonly [K in keyof Operations & keyof Promised<S>]: Operations[K] extends null ? OfCaller<Promised<S>[K]> : InAgenda<Promised<S>[K]>
}

/** What each method needs to be allowed in its agenda. Null: it takes no agenda but the caller. */
const operations = {
  agendas: { get: "agendas:read", sources: "agendas:read", getOwn: null, search: null },
  events: {
    list: "events:read",
    listPublic: null,
    get: "events:read",
    stream: "events:read",
    create: "events:write",
    replace: "events:write",
    upsert: "events:write",
    patch: "events:write",
    patchAvailability: "events:write",
    remove: "events:write"
  },
  invitations: { invite: "members:write" },
  locations: {
    list: "locations:read",
    get: "locations:read",
    create: "locations:write",
    replace: "locations:write",
    upsert: "locations:write",
    patch: "locations:write",
    remove: "locations:write"
  },
  members: { page: "members:read", own: "agendas:read", agendasOf: null }
} as const satisfies { readonly [service: string]: { readonly [method: string]: Operation | null } }

type Operations = typeof operations

/** `Events.listPublic`, whose type depends on the query. */
interface PublicEvents {
  readonly listPublic: <Query extends EventQuery>(query: Query) => Promise<EventList<EventIn<Query>>>
}

type EventsOfUser = TypedEvents<AgendaName, AgendaName> & PublicEvents

/**
 * The services for a user of the host. Each method is that of the service of its name in core, with the agenda in place
 * of the authorization, or without the caller; the user is identified and authorized at each call.
 */
export interface UserServices {
  readonly agendas: OfUser<Agendas["Type"], Operations["agendas"]>
  readonly events: EventsOfUser & OfUser<Events["Type"], Omit<Operations["events"], keyof EventsOfUser>>
  readonly invitations: OfUser<Invitations["Type"], Operations["invitations"]>
  readonly locations: OfUser<Locations["Type"], Operations["locations"]>
  readonly members: OfUser<Members["Type"], Operations["members"]>
}

const invalidUser = (cause: ParseResult.ParseError): Invalid =>
  new Invalid({
    subject: "parameters",
    issues: Arr.dedupeWith(
      ParseResult.ArrayFormatter.formatErrorSync(cause).map(({ message, path }) =>
        issue("parameter.invalid", ["user", ...path].join("."), { message, origin: null })
      ),
      (one, other) => one.field === other.field
    )
  })

const identified = (user: string | number | HostIdentityInput): Effect.Effect<HostUser, Invalid | Unauthorized | StoreError, Access> =>
  Schema.decodeUnknown(HostIdentity, { errors: "all" })(Predicate.isRecord(user) ? user : { userId: user }).pipe(
    Effect.mapError(invalidUser),
    Effect.flatMap((identity) => Effect.flatMap(Access, (access) => access.identifyHostUser(identity)))
  )

const refOf = (agenda: AgendaName): AgendaRef => typeof agenda === "number" ? { _tag: "Uid", uid: agenda } : agenda

/** The services for a user of the host, which run their effects by `run`. */
export function userServices(run: Run, user: string | number | HostIdentityInput): UserServices
/** The implementation: its methods are those of every service, whose types keep no type parameters. */
export function userServices(run: Run, user: string | number | HostIdentityInput): object {
  const authorized = <O extends Operation>(agenda: AgendaName, operation: O) =>
    Effect.flatMap(identified(user), (caller) => Effect.flatMap(Access, (access) => access.authorize(caller, refOf(agenda), operation)))
  const methodsOf = <I extends Engine, S extends object>(
    tag: Context.Tag<I, S>,
    names: { readonly [method: string]: Operation | null }
  ): object =>
    Object.fromEntries(
      Object.entries(names).map(([name, operation]) => [
        name,
        operation === null
          ? (...parameters: ReadonlyArray<unknown>) =>
            run(Effect.flatMap(identified(user), (caller) => callMember(tag, name, [caller, ...parameters])))
          : (agenda: AgendaName, ...parameters: ReadonlyArray<unknown>) =>
            run(Effect.flatMap(authorized(agenda, operation), (authorization) => callMember(tag, name, [authorization, ...parameters])))
      ])
    )
  const { stream, ...events } = operations.events
  return {
    agendas: methodsOf(Agendas, operations.agendas),
    events: {
      ...methodsOf(Events, events),
      stream: (agenda: AgendaName, query: Parameters<Events["Type"]["stream"]>[1]) =>
        iterated(
          run,
          Effect.succeed(Stream.unwrap(Effect.gen(function*() {
            const service = yield* Events
            return service.stream(yield* authorized(agenda, stream), query)
          })))
        )
    },
    invitations: methodsOf(Invitations, operations.invitations),
    locations: methodsOf(Locations, operations.locations),
    members: methodsOf(Members, operations.members)
  }
}
