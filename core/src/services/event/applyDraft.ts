import type { EventContent, ExtId } from "../../domain/event/Event.js"
import { mergeExtIds } from "../../domain/event/extIds.js"
import { mergeFieldValues } from "../../domain/field/FieldValue.js"
import { mergeOffers } from "../../domain/ticketing/Offers.js"
import type { EventDraft } from "../../validation/event/EventDraft.js"

/** Whether a write creates an event, replaces it, or replaces only the fields that it names. */
export type WriteMode = "create" | "replace" | "patch"

/** Content of an event without slots, time zone and slot offers, which are resolved separately. */
export type DraftedContent = Omit<EventContent, "slotOffers" | "timezone" | "timezoneNamed" | "timings">

/** Default content of an event (wire.md §5). */
export const emptyContent: DraftedContent = {
  title: {},
  description: {},
  longDescription: {},
  conditions: {},
  keywords: {},
  image: null,
  imageCredits: null,
  attendanceMode: 1,
  onlineAccessLink: null,
  status: 1,
  locationUid: null,
  accessibility: { hi: false, vi: false, pi: false, mi: false, ii: false },
  age: { min: null, max: null },
  registration: [],
  extIds: [],
  offers: [],
  fields: {}
}

const extIdsAfter = (stored: ReadonlyArray<ExtId>, named: EventDraft["extIds"], mode: WriteMode): ReadonlyArray<ExtId> => {
  if (named === undefined) return stored
  return mergeExtIds(mode === "patch" ? stored : [], named)
}

/**
 * Applies a draft to stored content. `patch` merges external ids and offers into the stored ones; the other modes
 * replace them when the draft names them.
 */
export const applyDraft = (stored: DraftedContent, draft: EventDraft, mode: WriteMode): DraftedContent => ({
  title: draft.title ?? stored.title,
  description: draft.description ?? stored.description,
  longDescription: draft.longDescription ?? stored.longDescription,
  conditions: draft.conditions ?? stored.conditions,
  keywords: draft.keywords ?? stored.keywords,
  image: draft.image === undefined ? stored.image : draft.image,
  imageCredits: draft.imageCredits === undefined ? stored.imageCredits : draft.imageCredits,
  attendanceMode: draft.attendanceMode ?? stored.attendanceMode,
  onlineAccessLink: draft.onlineAccessLink === undefined ? stored.onlineAccessLink : draft.onlineAccessLink,
  status: draft.status ?? stored.status,
  locationUid: draft.locationUid === undefined ? stored.locationUid : draft.locationUid,
  accessibility: draft.accessibility ?? stored.accessibility,
  age: draft.age ?? stored.age,
  registration: draft.registration ?? stored.registration,
  extIds: extIdsAfter(stored.extIds, draft.extIds, mode),
  offers: draft.offers === undefined ? stored.offers : mergeOffers(mode === "patch" ? stored.offers : [], draft.offers),
  fields: mergeFieldValues(stored.fields, draft.fields)
})
