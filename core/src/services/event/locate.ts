import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import { NotFound } from "../../domain/error/EngineError.js"
import { EventStore } from "../../ports/event/EventStore.js"
import type { EventRef } from "../../record/EventRecord.js"
import type { Authorization } from "../Access.js"
import { isVisible } from "./isVisible.js"
import { readRef } from "./readExtId.js"

/** The record of an event. `NotFound`: it does not exist, or the caller may not see it. */
export const locate = Effect.fnUntraced(function*(ports: Context.Context<EventStore>, authorization: Authorization, named: EventRef) {
  const events = Context.get(ports, EventStore)
  const record = yield* events.find(authorization.agenda.uid, yield* readRef(named))
  return record === null || !isVisible(authorization, record) ? yield* new NotFound({ what: "event" }) : record
})
