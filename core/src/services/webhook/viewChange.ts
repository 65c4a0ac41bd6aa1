import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import { presentChange } from "../../present/presentChange.js"
import type { Authorization } from "../Access.js"
import { ownEventsOf } from "../event/isVisible.js"
import type { Events } from "../Events.js"
import type { ViewChange } from "./deliver.js"

/**
 * Views changes as their readers see them (wire.md §9). In the detailed form a change of an event has the event beside
 * it, as a single read shows it; null when the reader may not read it any more.
 */
export const viewChange = (events: Context.Tag.Service<Events>): ViewChange => {
  const eventOf = (authorization: Authorization<"events:read">, uid: number) =>
    events.get(authorization, { _tag: "Uid", uid }).pipe(
      Effect.map(({ event }) => event),
      Effect.catchTags({
        NotFound: () => Effect.succeed(null),
        // The view is fixed, so only the event or the caller's right to it can be missing.
        Forbidden: () => Effect.succeed(null),
        Invalid: () => Effect.succeed(null)
      })
    )
  return (change, authorization, detailed) => {
    const { moderates } = authorization
    const shown = presentChange(change, { moderates, contributorUid: ownEventsOf(authorization) })
    if (shown === null) return Effect.succeed(null)
    return detailed && shown.type === "event" && !shown.removed
      ? Effect.map(eventOf(authorization, change.uid), (event) => ({ ...shown, event }))
      : Effect.succeed({ ...shown })
  }
}
