import type { EventDraft } from "@agenda-engine/core/contract/EventDraft"
import { Access, authorized } from "@agenda-engine/core/services/Access"
import { Events } from "@agenda-engine/core/services/Events"
import * as Effect from "effect/Effect"

/** Creates an event in the name of a user of the host, with no more rights than the user has. */
export const createAs = (userId: string, agendaUid: number, draft: EventDraft) =>
  Effect.gen(function*() {
    const access = yield* Access
    const events = yield* Events
    const caller = yield* access.identifyHostUser({ userId })
    return yield* authorized(caller, { _tag: "Uid", uid: agendaUid }, "events:write", (authorization) =>
      events.create(authorization, draft, { lang: null }))
  })
