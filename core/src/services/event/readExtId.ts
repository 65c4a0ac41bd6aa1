import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import { Invalid } from "../../domain/error/EngineError.js"
import type { ExtId } from "../../domain/event/Event.js"
import { CurrentLimits } from "../../domain/Limits.js"
import type { EventRef } from "../../record/EventRecord.js"
import { readExtIds } from "../../validation/event/readExtIds.js"

/**
 * Validates and normalizes an external identifier that came outside of a body as body ones are (wire.md §2), so that
 * both name the same event.
 */
export const readExtId = (extId: ExtId): Effect.Effect<ExtId, Invalid> =>
  Effect.flatMap(CurrentLimits, (limits) =>
    Either.match(readExtIds([{ key: extId.key, value: extId.value }], limits), {
      onLeft: (issues) => Effect.fail(new Invalid({ subject: "data", issues })),
      onRight: ([read]) => Effect.succeed(read ?? extId)
    }))

/** Normalizes an external identifier for a look-up. An invalid one stays unchanged and matches nothing. */
export const cleanExtId = (extId: ExtId): Effect.Effect<ExtId> => Effect.orElseSucceed(readExtId(extId), () => extId)

/** Normalizes the external identifier of an event reference. */
export const readRef = (ref: EventRef): Effect.Effect<EventRef> =>
  ref._tag === "ExtId" ? Effect.map(cleanExtId(ref), (extId) => ({ _tag: "ExtId", ...extId })) : Effect.succeed(ref)
