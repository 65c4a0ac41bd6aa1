import type { Event } from "@agenda-engine/core/contract/EventAnswer"
import type { EventDraft } from "@agenda-engine/core/contract/EventDraft"
import type { RawBody } from "@agenda-engine/core/contract/RawBody"
import type { Engine } from "@agenda-engine/core/Engine"
import type { Authorization } from "@agenda-engine/core/services/Access"
import { Events } from "@agenda-engine/core/services/Events"
import type { WriteOptions } from "@agenda-engine/core/services/write/EventWriteOptions"
import * as WebHandler from "@agenda-engine/http/WebHandler"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

/** Calls a function of the host with each event that was created, once it is stored. */
export const observedEvents = (created: (event: Event) => Effect.Effect<void>) =>
  Layer.effect(
    Events,
    Effect.map(Events, (events) =>
      Events.of({
        ...events,
        create: <Values>(by: Authorization<"events:write">, body: EventDraft<NoInfer<Values>> | RawBody, options?: WriteOptions) =>
          Effect.tap(events.create<Values>(by, body, options), ({ event }) => created(event))
      }))
  )

/** The handler of a host that observes what is created over HTTP, too. */
export const observedHandler = (engine: Layer.Layer<Engine>, created: (event: Event) => Effect.Effect<void>) =>
  WebHandler.make(Layer.provideMerge(observedEvents(created), engine), { publicUrl: "https://host.example" })
