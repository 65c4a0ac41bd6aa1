import type {
  Event,
  EventDraft,
  EventItem,
  EventPage,
  EventPatch,
  FieldFilters,
  KeptEvent,
  PlainQuery,
  ReadEvent,
  RemovedEvent,
  Schemas,
  Sent,
  ViewedEvent,
  WrittenEvent
} from "./events.js"
import type { ChangesRequest, FollowedChange } from "./followChanges.js"

/** The operations of the contract: the request and the answer of each. */
type Operations = Schemas["Operations"]

/** Names of the operations of the contract. */
export type OperationName = keyof Operations

/** What every request takes besides what its operation takes. */
export interface RequestOptions {
  /** Cancels the request. */
  readonly signal?: AbortSignal | undefined
}

/** A successful answer with its response, whose headers have `ETag` and `Idempotency-Replayed`. */
export interface Answered<Body> {
  readonly body: Body
  readonly response: Response
}

/** The body of a response, or a rejection with `ProblemError`. */
export interface Answer<Body> extends Promise<Body> {
  /** The body with its response. */
  readonly withResponse: () => Promise<Answered<Body>>
}

/**
 * A page of a list. Iterating it follows `after` and yields the items of all pages. A page is read when the items
 * before it are consumed.
 */
export interface PagedAnswer<Page, Item> extends Answer<Page>, AsyncIterable<Item> {}

type Plain<Name extends OperationName> = Sent<Operations[Name]["request"]> & RequestOptions

type Call<Request, Result> = Partial<Request> extends Request ? (request?: Request) => Result : (request: Request) => Result

type ItemsOf<Answer, Items> = Items extends keyof Answer ? Answer[Items] extends ReadonlyArray<infer Item> ? Item : never : never

type PlainCall<Operation extends { readonly request: unknown; readonly answer: unknown }> = Call<
  Sent<Operation["request"]> & RequestOptions,
  Operation extends { readonly items: infer Items } ? PagedAnswer<Operation["answer"], ItemsOf<Operation["answer"], Items>>
    : Answer<Operation["answer"]>
>

type Query<Name extends OperationName> = Plain<Name> extends { readonly query?: infer Asked } ? NonNullable<Asked> : never

type PageOf<E> = PagedAnswer<EventPage<E>, E>

type With<Name extends OperationName, Asked> = Omit<Plain<Name>, "query"> & { readonly query: Asked }

type WithAny<Name extends OperationName, Asked> = Omit<Plain<Name>, "query"> & { readonly query?: Asked | undefined }

/** The views of lists whose events have all members of one form. */
type InItems = { readonly detailed?: false | undefined; readonly removed?: false | undefined }
type InDetail = { readonly detailed: true; readonly removed?: false | undefined }
type OnlyRemoved = { readonly removed: true; readonly detailed?: boolean | undefined }
type WithRemoved = { readonly removed: null; readonly detailed?: boolean | undefined }

/** Lists events: the query decides which members they have. */
interface ListCall<Name extends OperationName, Values> {
  (...request: RequestArguments<WithAny<Name, PlainQuery<Query<Name>, InItems> & FieldFilters<Values>>>): PageOf<EventItem<Values>>
  (request: With<Name, PlainQuery<Query<Name>, InDetail> & FieldFilters<Values>>): PageOf<Event<Values>>
  (request: With<Name, PlainQuery<Query<Name>, OnlyRemoved> & FieldFilters<Values>>): PageOf<RemovedEvent>
  (request: With<Name, PlainQuery<Query<Name>, WithRemoved> & FieldFilters<Values>>): PageOf<KeptEvent<Values> | RemovedEvent>
  (request: With<Name, Query<Name> & FieldFilters<Values>>): PageOf<ViewedEvent<Values> | RemovedEvent>
}

type RequestArguments<Request> = Partial<Request> extends Request ? [request?: Request] : [request: Request]

/** Reads an event: the query decides which members it has. */
interface ReadCall<Name extends OperationName, Values> {
  (request: WithAny<Name, PlainQuery<Query<Name>, { readonly detailed?: true | undefined }>>): Answer<ReadEvent<Event<Values>>>
  (request: With<Name, Query<Name>>): Answer<ReadEvent<ViewedEvent<Values>>>
}

/** The type of a body of events, with additional fields. */
interface Bodies<Values> {
  readonly create: EventDraft<Values>
  readonly replace: EventDraft<Values>
  readonly upsert: EventDraft<Values>
  readonly patch: EventPatch<Values>
}

type BodyOf<Name, Values> = Name extends `${infer Verb extends keyof Bodies<Values>}Event${string}` ? Bodies<Values>[Verb] : unknown

type WriteCall<Name extends OperationName, Values> = (
  request: Plain<Name> extends { readonly body: unknown } ? Omit<Plain<Name>, "body"> & { readonly body: BodyOf<Name, Values> }
    : Plain<Name>
) => Answer<WrittenEvent<Values>>

/** The method of an operation. */
type MethodOf<Name extends OperationName, Values> = Operations[Name]["named"] extends "EventPage"
  ? ListCall<Name, Name extends "listPublicEvents" ? unknown : Values>
  : Operations[Name]["named"] extends "ReadEvent" ? ReadCall<Name, Values>
  : Operations[Name]["named"] extends "OneEvent" ? WriteCall<Name, Values>
  : PlainCall<Operations[Name]>

/** What a client has beside the operations of the contract. */
interface Followers {
  /** Follows changes forever, through restarts of the server; see `FollowedChange` for what to store. */
  readonly changes: (request?: ChangesRequest) => AsyncGenerator<FollowedChange>
}

/** A client with one method for each operation of the contract. `Values` is the type of additional fields, by code. */
export type AgendaClient<Values = unknown> = { readonly [Name in keyof Operations]: MethodOf<Name, Values> } & Followers
