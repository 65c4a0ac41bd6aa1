import * as Struct from "effect/Struct"
import { type EventContent, type ExtId, mergeExtIds, type PlainContent, plainFields } from "../../../domain/event/Event.js"
import { mergeFieldValues } from "../../../domain/field/FieldValue.js"
import { omitUndefined } from "../../../domain/omitUndefined.js"
import { mergeOffers } from "../../../domain/ticketing/Offers.js"
import type { EventChanges } from "../../../validation/event/EventChanges.js"

/** Whether a write creates an event, replaces it, or replaces only the fields that it names. */
export type WriteMode = "create" | "replace" | "patch"

/** Content of an event without slots, time zone and slot offers, which are resolved separately. */
type DraftedContent = Omit<EventContent, "slotOffers" | "timezone" | "timezoneNamed" | "timings">

const extIdsAfter = (stored: ReadonlyArray<ExtId>, named: EventChanges["extIds"], mode: WriteMode): ReadonlyArray<ExtId> => {
  if (named === undefined) return stored
  return mergeExtIds(mode === "patch" ? stored : [], named)
}

/**
 * Applies a draft to stored content. `patch` merges external ids and offers into the stored ones; the other modes
 * replace them when the draft names them.
 */
export const applyDraft = (
  stored: PlainContent & Partial<Pick<EventContent, "extIds" | "fields" | "offers">>,
  draft: EventChanges,
  mode: WriteMode
): DraftedContent => {
  const { extIds = [], fields = {}, offers = [] } = stored
  return {
    ...Struct.pick(stored, ...plainFields),
    ...omitUndefined(Struct.pick(draft, ...plainFields)),
    extIds: extIdsAfter(extIds, draft.extIds, mode),
    offers: draft.offers === undefined ? offers : mergeOffers(mode === "patch" ? offers : [], draft.offers),
    fields: mergeFieldValues(fields, draft.fields)
  }
}
