import type { components } from "./generated/contract.gen.js"

/** The schemas of the contract, by name. */
export type Schemas = components["schemas"]

/** What a request takes: optional members may be undefined, which leaves them out. */
export type Sent<Value> = Value extends Blob ? Value
  : Value extends object ? { readonly [Name in keyof Value]: SentMember<Value, Name> }
  : Value

/** A member that an object may lack, as texts lack languages. */
type SentMember<Value, Name extends keyof Value> = string extends Name ? Sent<Value[Name]> | undefined
  : Partial<Pick<Value, Name>> extends Pick<Value, Name> ? Sent<Value[Name]> | undefined
  : Sent<Value[Name]>

/** An event in the detailed form and in all languages, with the additional fields of its agenda. */
export type Event<Values = unknown> = Schemas["EventDetails"] & Values

/** An event as the default list item, in all languages. */
export type EventItem<Values = unknown> = Schemas["EventItem"] & Values

/** An event in a view that selects, translates or labels members: every member is optional. */
export type ViewedEvent<Values = unknown> = Schemas["Event"] & Partial<Values>

/** A removed event, in lists that include them. */
export type RemovedEvent = Schemas["RemovedEvent"]

/** A body that creates or replaces an event, with the additional fields of its agenda. */
export type EventDraft<Values = unknown> = Sent<Schemas["EventBody"]> & Sent<Values>

/** A body that changes fields of an event; other fields keep their values. */
export type EventPatch<Values = unknown> = Sent<Schemas["EventPatch"]> & Sent<Partial<Values>>

/** A page of events. */
export interface EventPage<E> extends Omit<Schemas["EventPage"], "events"> {
  readonly events: ReadonlyArray<E>
}

/** The answer to a read of an event. */
export interface ReadEvent<E> extends Omit<Schemas["ReadEvent"], "event"> {
  readonly event: E
}

/** The answer to a write of an event. `warnings` name the members of the body that were ignored. */
export interface WrittenEvent<Values = unknown> extends Omit<Schemas["OneEvent"], "event"> {
  readonly event: Event<Values>
}

type FieldValue = string | number | boolean

/** A value of an additional field in a filter, or the ends of a range, both included. */
type FieldFilter = FieldValue | ReadonlyArray<FieldValue> | {
  readonly gte?: string | number | undefined
  readonly lte?: string | number | undefined
}

/** Filters by the additional fields that the type argument of the client states. */
export type FieldFilters<Values> = { readonly [Code in keyof Values]?: FieldFilter | undefined }

/** The query parameters that change which members events have. */
type ViewName = "detailed" | "monolingual" | "includeLabels" | "includeFields" | "removed"

/** A query whose events have all members of one form, which `View` selects, in all languages. */
export type PlainQuery<Query, View> = Omit<Query, ViewName> & { readonly [Name in Exclude<ViewName, keyof View>]?: undefined } & View

/** An event in a list that includes removed ones. */
export type KeptEvent<Values = unknown> = Event<Values> & { readonly removed: false }
