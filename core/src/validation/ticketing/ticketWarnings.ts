import * as Either from "effect/Either"
import { type Issue, issue } from "../../domain/error/Issue.js"
import type { Slot, SlotWrite } from "../../domain/event/Timing.js"
import { isJsonObject, type Json, type JsonObject } from "../../domain/text/Json.js"
import type { AvailabilityRows } from "../../domain/ticketing/AvailabilityRow.js"
import type { OffersEntry, OffersOverride, OffersSource, Tier } from "../../domain/ticketing/Offers.js"
import { isList } from "../value/ParseResult.js"
import { readInstant } from "../value/readInstant.js"
import { writableOfRow } from "./readAvailabilityRow.js"
import { listRows } from "./readSlotRows.js"

const written = {
  entry: ["provider", "currency", "pricing", "tiers", "source", "syncedAt"] satisfies ReadonlyArray<keyof OffersEntry | "pricing">,
  source: ["ref", "url"] satisfies ReadonlyArray<keyof OffersSource>,
  override: ["provider", "tiers", "bookingUrl"] satisfies ReadonlyArray<keyof OffersOverride>,
  row: ["provider", "reportedStatus", ...writableOfRow],
  slot: ["id", "begin", "end", "offers", "availability"] satisfies ReadonlyArray<keyof SlotWrite>,
  tier: [
    "label",
    "priceCents",
    "minAmountCents",
    "sourceRef",
    "offerType",
    "saleStart",
    "saleEnd"
  ] satisfies ReadonlyArray<keyof Tier>
}

const unknownIn = (value: Json | undefined, kind: keyof typeof written, field: string, index: number): ReadonlyArray<Issue> => {
  if (value === undefined || !isJsonObject(value)) return []
  const known: ReadonlyArray<string> = written[kind]
  const own = Object.keys(value).flatMap((member) => known.includes(member) ? [] : [issue("ignored", `${field}.${member}`, { index })])
  const { source, tiers } = value
  const inTiers = tiers !== undefined && isList(tiers)
    ? tiers.flatMap((tier, position) => unknownIn(tier, "tier", `${field}.tiers[${position}]`, index))
    : []
  return kind === "entry" ? [...own, ...inTiers, ...unknownIn(source, "source", `${field}.source`, index)] : [...own, ...inTiers]
}

/**
 * Whether the rows of a body differ from the stored ones. Callers who do not see facts cannot send them back, and the
 * computed status depends on the instant; neither counts as a difference.
 */
const differs = (value: Json, rows: AvailabilityRows[string]): boolean =>
  !isList(value) || value.some((row) => {
    if (!isJsonObject(row) || typeof row["provider"] !== "string") return true
    const stored = rows[row["provider"]]
    return stored === undefined || writableOfRow.some((fact) => fact !== "status" && (row[fact] ?? stored[fact]) !== stored[fact])
  })

/** The slots of a write, before and after. */
export interface TicketedSlots {
  readonly stored: ReadonlyArray<Slot>
  /** Stored availability rows. */
  readonly rows: AvailabilityRows
  /** The parsed slots of the body. */
  readonly written: ReadonlyArray<SlotWrite>
}

/**
 * Returns a function from a written slot to the id of the stored slot that it matches; null for a new slot, whose rows
 * are accepted.
 */
const storedIdOf = ({ stored, written }: TicketedSlots) => {
  const ids = new Set(stored.map(({ id }) => id))
  const idsAt = new Map(stored.map(({ begin, id }) => [begin, id]))
  const taken = new Set(written.flatMap(({ availability, begin }) => availability === undefined ? [] : [begin]))
  return ({ begin, id }: JsonObject): string | null => {
    if (typeof id === "string" && ids.has(id)) return id
    const at = typeof begin === "string" ? Either.getOrNull(readInstant(begin.trim())) : null
    return at === null || taken.has(at) ? null : idsAt.get(at) ?? null
  }
}

const inList = (value: Json, kind: "override" | "row", field: string, index: number): ReadonlyArray<Issue> =>
  isList(value) ? value.flatMap((entry, position) => unknownIn(entry, kind, `${field}[${position}]`, index)) : []

/**
 * `ignored` warnings for ticket data in a body. They cover unknown members of slots, offers, tiers, overrides and rows.
 * They also cover changed rows of existing slots, which have their own route (wire.md §8, PATCH availability).
 */
export const ticketWarnings = ({ offers = null, timings = null }: JsonObject, slots: TicketedSlots): ReadonlyArray<Issue> => {
  const inOffers = isList(offers) ? offers.flatMap((entry, index) => unknownIn(entry, "entry", `offers[${index}]`, index)) : []
  if (!isList(timings)) return inOffers
  const storedId = storedIdOf(slots)
  const inSlots = timings.flatMap((slot, index): ReadonlyArray<Issue> => {
    if (!isJsonObject(slot)) return []
    const { availability = null, offers: overrides = null } = slot
    const rows = listRows(availability)
    const inSlot = unknownIn(slot, "slot", `timings[${index}]`, index)
    const inOwn = [...inSlot, ...inList(overrides, "override", `timings[${index}].offers`, index)]
    if (availability === null) return inOwn
    const field = `timings[${index}].availability`
    const id = storedId(slot)
    if (id === null) return [...inOwn, ...inList(rows, "row", field, index)]
    if (!differs(rows, slots.rows[id] ?? {})) return inOwn
    return [...inOwn, issue("ignored", field, { index, message: "the availability of a slot that is there has a route of its own" })]
  })
  return [...inOffers, ...inSlots]
}
