import { NotFound } from "@agenda-engine/core/domain/error/EngineError"
import type { AgendaRef } from "@agenda-engine/core/record/AgendaRecord"
import type { EventRef } from "@agenda-engine/core/record/EventRecord"
import type { LocationRef } from "@agenda-engine/core/record/LocationRecord"
import * as Effect from "effect/Effect"

const uidOf = (segment: string | undefined, what: "agenda" | "event" | "location"): Effect.Effect<number, NotFound> => {
  const uid = segment !== undefined && /^\d{1,16}$/.test(segment) ? Number(segment) : 0
  return Number.isSafeInteger(uid) && uid > 0 ? Effect.succeed(uid) : new NotFound({ what })
}

/** Parses the agenda uid of a path; anything else is `NotFound`. */
export const readAgendaUid = (segment: string | undefined): Effect.Effect<AgendaRef, NotFound> =>
  Effect.map(uidOf(segment, "agenda"), (uid) => ({ _tag: "Uid", uid }))

/** Parses the event uid of a path; anything else is `NotFound`. */
export const readEventUid = (segment: string | undefined): Effect.Effect<EventRef, NotFound> =>
  Effect.map(uidOf(segment, "event"), (uid) => ({ _tag: "Uid", uid }))

/** Parses the location uid of a path; anything else is `NotFound`. */
export const readLocationUid = (segment: string | undefined): Effect.Effect<LocationRef, NotFound> =>
  Effect.map(uidOf(segment, "location"), (uid) => ({ _tag: "Uid", uid }))
