import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import { type Issue, issue } from "../../../domain/error/Issue.js"
import type { EventStore } from "../../../ports/event/EventStore.js"
import type { EventRecord } from "../../../record/EventRecord.js"
import type { EventChanges } from "../../../validation/event/EventChanges.js"
import { Access, type Authorization } from "../../Access.js"
import { isVisible } from "../isVisible.js"

/** Message of a conflict with an event that the caller may not see (wire.md §3). */
export const hiddenConflictMessage = "an identifier of this event is taken"

/** Identifiers of a body that belong to other events. */
export interface Taken {
  /** Of events that the caller may see. */
  readonly visible: ReadonlyArray<Issue>
  /** Of events whose existence must not be revealed. */
  readonly hidden: ReadonlyArray<Issue>
}

/** Whether the caller of a write may see an event of any agenda. */
const maySee = Effect.fnUntraced(function*(authorization: Authorization, { agendaUid, contributorUid, state }: EventRecord) {
  if (agendaUid === authorization.agenda.uid) return isVisible(authorization, { contributorUid, state })
  const access = yield* Access
  return yield* access.authorize(authorization.caller, { _tag: "Uid", uid: agendaUid }, "events:write").pipe(
    Effect.map((there) => isVisible(there, { contributorUid, state })),
    Effect.catchTag("Forbidden", "NotFound", "Unauthorized", () => Effect.succeed(false))
  )
})

/** Finds the identifiers of a draft that belong to another event than `stored`. Slugs are unique across all agendas. */
export const findTaken = Effect.fnUntraced(function*(
  events: Context.Tag.Service<EventStore>,
  authorization: Authorization,
  draft: EventChanges,
  stored: EventRecord | null
) {
  const { agenda } = authorization
  const visible: Array<Issue> = []
  const hidden: Array<Issue> = []
  const add = (holder: EventRecord | null, found: Issue) =>
    Effect.map(holder === null ? Effect.succeed(false) : maySee(authorization, holder), (isSeen) => {
      ;(isSeen ? visible : hidden).push(found)
    })
  for (const [index, { key, value }] of (draft.extIds ?? []).entries()) {
    if (value === null) continue
    const holder = yield* events.find(agenda.uid, { _tag: "ExtId", key, value })
    if (holder !== null && holder.uid !== stored?.uid) yield* add(holder, issue("duplicate", "extIds", { index, origin: { key, value } }))
  }
  const { slug } = draft
  const slugAgendaUid = stored === null && slug !== undefined ? yield* events.agendaOfSlug(slug) : null
  if (slug !== undefined && slugAgendaUid !== null) {
    yield* add(yield* events.find(slugAgendaUid, { _tag: "Slug", slug }), issue("duplicate", "slug", { origin: slug }))
  }
  return { visible, hidden } satisfies Taken
})
