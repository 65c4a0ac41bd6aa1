import type { EventState, PlainContent } from "../../domain/event/Event.js"
import type { SlotWrite } from "../../domain/event/Timing.js"
import type { FieldValue } from "../../domain/field/FieldValue.js"
import type { OffersWrite } from "../../domain/ticketing/Offers.js"

/** An external identifier as written; a null `value` removes it (PATCH only). */
export interface WrittenExtId {
  readonly key: string
  readonly value: string | null
}

type DraftOf<Content> = { readonly [F in keyof Content]?: Content[F] | undefined }

/**
 * The requested state of an event, parsed from a body. An absent member leaves the stored value unchanged. After a
 * create or a full update every content member is present, except `image`, `extIds` and `offers`, which are present
 * only when sent. `longDescription` is HTML or markdown as written; the service converts it for storage. `image` is
 * null to remove the image, and absent when the body contains the stored image unchanged. The service checks that the
 * location exists.
 */
export interface EventChanges extends DraftOf<PlainContent> {
  /** Null: the time zone of the location, else the default. */
  readonly timezone?: string | null | undefined
  /** At least one slot, sorted by begin and without overlaps. */
  readonly timings?: ReadonlyArray<SlotWrite> | undefined
  /** The whole list after a create or full update; changes to merge by key after a PATCH. */
  readonly extIds?: ReadonlyArray<WrittenExtId> | undefined
  /** The whole list after a create or full update; changes to merge by provider after a PATCH. */
  readonly offers?: ReadonlyArray<OffersWrite> | undefined
  /** Additional fields by code; null removes the value. Markup is stored as written, like the long description. */
  readonly fields?: { readonly [code: string]: FieldValue | null } | undefined
  readonly state?: EventState | undefined
  readonly featured?: boolean | undefined
  /** Reason for the state change; null when none is given. */
  readonly motive?: string | null | undefined
  /** Set on create only. */
  readonly slug?: string | undefined
}
