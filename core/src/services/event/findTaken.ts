import * as Effect from "effect/Effect"
import { type Issue, issue } from "../../domain/Issue.js"
import { EventStore } from "../../ports/EventStore.js"
import type { EventRecord } from "../../record/EventRecord.js"
import type { EventDraft } from "../../validation/EventDraft.js"
import type { Standing } from "../Access.js"
import { isVisible } from "./isVisible.js"

/** What is said of an identifier that an event holds which the caller may not see (wire.md §3). */
export const hiddenHolder = "an identifier of this event is taken"

/** The identifiers of a body that other events hold. */
export interface Taken {
  /** By events that the caller may see. */
  readonly visible: ReadonlyArray<Issue>
  /** By events of which the caller may learn nothing. */
  readonly hidden: ReadonlyArray<Issue>
}

/** Finds which identifiers of a draft another event than the stored one holds. A slug is unique over all agendas. */
export const findTaken = Effect.fnUntraced(function*(standing: Standing, draft: EventDraft, stored: EventRecord | null) {
  const events = yield* EventStore
  const { agenda } = standing
  const visible: Array<Issue> = []
  const hidden: Array<Issue> = []
  const add = (holder: EventRecord | null, found: Issue): void => {
    ;(holder !== null && isVisible(standing, holder) ? visible : hidden).push(found)
  }
  for (const [index, { key, value }] of (draft.extIds ?? []).entries()) {
    if (value === null) continue
    const holder = yield* events.find(agenda.uid, { _tag: "ExtId", key, value })
    if (holder !== null && holder.uid !== stored?.uid) add(holder, issue("duplicate", "extIds", { index, origin: { key, value } }))
  }
  const { slug } = draft
  if (stored === null && slug !== undefined && (yield* events.slugTaken(slug))) {
    add(yield* events.find(agenda.uid, { _tag: "Slug", slug }), issue("duplicate", "slug", { origin: slug }))
  }
  return { visible, hidden } satisfies Taken
})
