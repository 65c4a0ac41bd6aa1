import type { HostUser, Operation } from "@agenda-engine/core/domain/access/Credential"
import { HostIdentity, type HostIdentityInput } from "@agenda-engine/core/domain/access/HostIdentity"
import { type Forbidden, Invalid, type NotFound, type StoreError, type Unauthorized } from "@agenda-engine/core/domain/error/EngineError"
import { issue } from "@agenda-engine/core/domain/error/Issue"
import type { Engine } from "@agenda-engine/core/Engine"
import type { AgendaRef } from "@agenda-engine/core/record/AgendaRecord"
import { Access, type Authorization } from "@agenda-engine/core/services/Access"
import { Agendas } from "@agenda-engine/core/services/Agendas"
import { Events } from "@agenda-engine/core/services/Events"
import { Invitations } from "@agenda-engine/core/services/Invitations"
import { Locations } from "@agenda-engine/core/services/Locations"
import { Members } from "@agenda-engine/core/services/Members"
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import * as Stream from "effect/Stream"
import { iterated } from "./iterated.js"
import type { Promised, Run } from "./promised.js"
import type { TypedEvents } from "./PromisedEvents.js"

/** An agenda by its uid, or by what names it. */
export type AgendaName = number | AgendaRef

/** A method that takes the agenda in place of an authorization. */
type InAgenda<M> = M extends (authorization: infer _A, ...parameters: infer P) => Promise<infer A> ?
  (agenda: AgendaName, ...parameters: P) => Promise<A> :
  never

type OfAgenda<S, Name extends keyof Promised<S>> = { readonly [K in Name]: InAgenda<Promised<S>[K]> }

/** What each method needs to be allowed. */
const operations = {
  agendas: { get: "agendas:read" },
  events: {
    list: "events:read",
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
  members: { page: "members:read", own: "agendas:read" }
} as const satisfies { readonly [service: string]: { readonly [method: string]: Operation } }

type Names<Service extends keyof typeof operations> = keyof (typeof operations)[Service]

/**
 * The services for a user of the host. Each method is that of the service of its name in core, with the agenda in place
 * of the authorization; the user is identified and authorized at each call.
 */
export interface UserServices {
  readonly agendas: OfAgenda<Agendas["Type"], Names<"agendas">>
  readonly events:
    & TypedEvents<AgendaName, AgendaName>
    & OfAgenda<Events["Type"], Exclude<Names<"events">, keyof TypedEvents<AgendaName, AgendaName>>>
  readonly invitations: OfAgenda<Invitations["Type"], Names<"invitations">>
  readonly locations: OfAgenda<Locations["Type"], Names<"locations">>
  readonly members: OfAgenda<Members["Type"], Names<"members">>
}

const invalidUser = (cause: { readonly message: string }): Invalid =>
  new Invalid({ subject: "parameters", issues: [issue("parameter.invalid", "user", { message: cause.message, origin: null })] })

const identified = (user: string | number | HostIdentityInput): Effect.Effect<HostUser, Invalid | Unauthorized | StoreError, Access> =>
  Schema.decode(HostIdentity)(typeof user === "object" ? user : { userId: user }).pipe(
    Effect.mapError(invalidUser),
    Effect.flatMap((identity) => Effect.flatMap(Access, (access) => access.identifyHostUser(identity)))
  )

const isEffect = (value: unknown): value is Effect.Effect<unknown, unknown> => Effect.isEffect(value)

type Authorize = (
  agenda: AgendaName,
  operation: Operation
) => Effect.Effect<Authorization, Invalid | Unauthorized | Forbidden | NotFound | StoreError, Access>

/** The methods of a service that take an agenda. */
const methodsOf = <I extends Engine, S extends object>(
  tag: Context.Tag<I, S>,
  names: { readonly [method: string]: Operation },
  authorize: Authorize,
  run: Run
): object =>
  Object.fromEntries(
    Object.entries(names).map(([name, operation]) => [name, (agenda: AgendaName, ...parameters: ReadonlyArray<unknown>) =>
      run(Effect.gen(function*() {
        const authorization = yield* authorize(agenda, operation)
        const service = yield* tag
        const method: unknown = Reflect.get(service, name)
        const effect: unknown = typeof method === "function" ? Reflect.apply(method, service, [authorization, ...parameters]) : null
        return yield* isEffect(effect) ? effect : Effect.dieMessage(`no such method: ${name}`)
      }))]
    )
  )

const refOf = (agenda: AgendaName): AgendaRef => typeof agenda === "number" ? { _tag: "Uid", uid: agenda } : agenda

/** The services for a user of the host, which run their effects by `run`. */
export function userServices(run: Run, user: string | number | HostIdentityInput): UserServices
/** The implementation: its methods are those of every service, whose types keep no type parameters. */
export function userServices(run: Run, user: string | number | HostIdentityInput): object {
  const authorize: Authorize = (agenda, operation) =>
    Effect.flatMap(identified(user), (caller) =>
      Effect.flatMap(
        Access,
        (access) => access.authorize(caller, refOf(agenda), operation)
      ))
  const { stream, ...events } = operations.events
  return {
    agendas: methodsOf(Agendas, operations.agendas, authorize, run),
    events: {
      ...methodsOf(Events, events, authorize, run),
      stream: (agenda: AgendaName, query: Parameters<Events["Type"]["stream"]>[1]) =>
        iterated(
          run,
          Effect.succeed(Stream.unwrap(Effect.gen(function*() {
            const service = yield* Events
            const caller = yield* identified(user)
            const access = yield* Access
            return service.stream(yield* access.authorize(caller, refOf(agenda), stream), query)
          })))
        )
    },
    invitations: methodsOf(Invitations, operations.invitations, authorize, run),
    locations: methodsOf(Locations, operations.locations, authorize, run),
    members: methodsOf(Members, operations.members, authorize, run)
  }
}
