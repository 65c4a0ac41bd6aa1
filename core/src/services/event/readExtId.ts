import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import { Invalid } from "../../domain/EngineError.js"
import type { ExtId } from "../../domain/Event.js"
import { CurrentLimits } from "../../domain/Limits.js"
import type { EventRef } from "../../record/EventRecord.js"
import { readExtIds } from "../../validation/readExtIds.js"

/** An external identifier that was named outside of a body, cleaned as those in bodies are (wire.md §2), so that both name the same event. */
export const readExtId = (extId: ExtId): Effect.Effect<ExtId, Invalid> =>
  Effect.flatMap(CurrentLimits, (limits) =>
    Either.match(readExtIds([{ key: extId.key, value: extId.value }], limits), {
      onLeft: (issues) => Effect.fail(new Invalid({ subject: "data", issues })),
      onRight: ([read]) => Effect.succeed(read ?? extId)
    }))

/** An external identifier to look for, cleaned; one that no event can have stays as it is and finds nothing. */
export const cleanExtId = (extId: ExtId): Effect.Effect<ExtId> => Effect.orElseSucceed(readExtId(extId), () => extId)

/** How an event is named, its external identifier cleaned. */
export const readRef = (ref: EventRef): Effect.Effect<EventRef> =>
  ref._tag === "ExtId" ? Effect.map(cleanExtId(ref), (extId) => ({ _tag: "ExtId", ...extId })) : Effect.succeed(ref)
