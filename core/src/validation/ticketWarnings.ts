import type { AvailabilityRows } from "../domain/AvailabilityRow.js"
import { type Issue, issue } from "../domain/Issue.js"
import { isJsonObject, type Json, type JsonObject } from "../domain/Json.js"
import type { OffersEntry, OffersOverride, OffersSource, Tier } from "../domain/Offers.js"
import { isList } from "./isList.js"

const written = {
  entry: ["provider", "currency", "pricing", "tiers", "source", "syncedAt"] satisfies ReadonlyArray<keyof OffersEntry | "pricing">,
  source: ["ref", "url"] satisfies ReadonlyArray<keyof OffersSource>,
  override: ["provider", "tiers", "bookingUrl"] satisfies ReadonlyArray<keyof OffersOverride>,
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

/** Whether a body says something else of a slot's tickets than is stored, as far as one can tell by when it was found out. */
const saysOther = (value: Json, rows: AvailabilityRows[string]): boolean =>
  isList(value) && value.some((row) => {
    if (!isJsonObject(row)) return true
    const { provider, syncedAt } = row
    return typeof provider !== "string" || typeof syncedAt !== "string" || rows[provider]?.syncedAt !== syncedAt
  })

const inSlot = (slot: JsonObject, index: number, rows: AvailabilityRows, ids: ReadonlySet<Json | undefined>): ReadonlyArray<Issue> => {
  const { availability = null, id, offers = null } = slot
  const overrides = isList(offers)
    ? offers.flatMap((override, position) => unknownIn(override, "override", `timings[${index}].offers[${position}]`, index))
    : []
  const isIdle = typeof id === "string" && ids.has(id) && availability !== null && saysOther(availability, rows[id] ?? {})
  return isIdle
    ? [
      ...overrides,
      issue("ignored", `timings[${index}].availability`, {
        index,
        message: "the availability of a slot that is there has a route of its own"
      })
    ]
    : overrides
}

/**
 * What of the tickets in a body is left alone (`ignored`): members that nobody knows of offers, tiers and overrides, and rows of slots that
 * are there, which are written by their own route, unless they are those that are stored (wire.md §8, PATCH availability). `rows` and `ids`
 * are of the event that is there.
 */
export const ticketWarnings = (
  { offers = null, timings = null }: JsonObject,
  { ids, rows }: { readonly ids: ReadonlySet<Json | undefined>; readonly rows: AvailabilityRows }
): ReadonlyArray<Issue> => {
  const inOffers = isList(offers) ? offers.flatMap((entry, index) => unknownIn(entry, "entry", `offers[${index}]`, index)) : []
  const inSlots = isList(timings)
    ? timings.flatMap((slot, index) => isJsonObject(slot) ? inSlot(slot, index, rows, ids) : [])
    : []
  return [...inOffers, ...inSlots]
}
