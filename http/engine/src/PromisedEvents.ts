import type { NoValues } from "@agenda-engine/core/contract/AdditionalValues"
import type { EventIn } from "@agenda-engine/core/contract/EventAnswer"
import type { EventDraft, EventPatch } from "@agenda-engine/core/contract/EventDraft"
import type { EventList, ReadEvent, WrittenEvent } from "@agenda-engine/core/contract/EventResult"
import type { RawBody } from "@agenda-engine/core/contract/RawBody"
import type { EventQuery } from "@agenda-engine/core/query/event/EventQuery"
import type { EventView, wholeEvent } from "@agenda-engine/core/query/event/EventView"
import type { EventRef } from "@agenda-engine/core/record/EventRecord"
import type { Authorization } from "@agenda-engine/core/services/Access"
import { Events } from "@agenda-engine/core/services/Events"
import type { WriteOptions } from "@agenda-engine/core/services/write/EventWriteOptions"
import * as Effect from "effect/Effect"
import { iterated } from "./iterated.js"
import { type Promised, promised, type Run } from "./promised.js"

type Write = Authorization<"events:write">
type Read = Authorization<"events:read">

/** A write of a whole event; `Named` is what names the event. */
type DraftWrite<Write, Named extends ReadonlyArray<unknown>> = <Values = NoValues>(
  authorization: Write,
  ...parameters: [...Named, body: EventDraft<NoInfer<Values>> | RawBody, options?: WriteOptions]
) => Promise<WrittenEvent<Values>>

/**
 * The methods of `Events` whose types depend on a query or on additional fields. `Read` and `Write` are what authorizes
 * them.
 */
export interface TypedEvents<Read, Write> {
  /** As `Events.list`. */
  readonly list: <Query extends EventQuery>(authorization: Read, query: Query) => Promise<EventList<EventIn<Query>>>
  /** As `Events.get`. */
  readonly get: <Values = NoValues, View extends EventView = typeof wholeEvent>(
    authorization: Read,
    event: EventRef,
    view?: View
  ) => Promise<ReadEvent<EventIn<View, Values>>>
  /** As `Events.stream`: reads the next page when its events are asked for. Throws the typed error of the stream. */
  readonly stream: <Query extends EventQuery>(authorization: Read, query: Query) => AsyncIterable<EventIn<Query>>
  /** As `Events.create`. */
  readonly create: DraftWrite<Write, []>
  /** As `Events.replace`. */
  readonly replace: DraftWrite<Write, [event: EventRef]>
  /** As `Events.upsert`. */
  readonly upsert: DraftWrite<Write, [extId: { readonly key: string; readonly value: string }]>
  /** As `Events.patch`. */
  readonly patch: <Values = NoValues>(
    authorization: Write,
    event: EventRef,
    body: EventPatch<NoInfer<Values>> | RawBody,
    options?: WriteOptions
  ) => Promise<WrittenEvent<Values>>
}

/** `Events` with promises: types follow from the query, and from a type argument for additional fields. */
export interface PromisedEvents extends Omit<Promised<Events["Type"]>, keyof TypedEvents<Read, Write>>, TypedEvents<Read, Write> {}

/** The service with promises. */
export function promisedEvents(run: Run): PromisedEvents
/** The implementation: its methods are those of every service, whose types keep no type parameters. */
export function promisedEvents(run: Run): object {
  return promised(Events, run, {
    stream: (authorization: Read, query: EventQuery) => iterated(run, Effect.map(Events, (events) => events.stream(authorization, query)))
  })
}
