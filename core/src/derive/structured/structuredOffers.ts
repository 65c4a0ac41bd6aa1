import type { PublishedEvent } from "../../domain/publication/PublishedEvent.js"
import type { JsonObject } from "../../domain/text/Json.js"
import type { SlotRows } from "../../domain/ticketing/AvailabilityRow.js"
import { formatAmount } from "../../domain/ticketing/currency.js"
import type { SlotStatus } from "../../domain/ticketing/Ticketing.js"
import { type EffectiveOffer, effectiveOffers, minimumAmount } from "../availability/pricing.js"
import { rowStatusAt } from "../availability/rowStatusAt.js"
import { slotStatusAt } from "../availability/slotStatusAt.js"

/** Null: an unknown status is omitted. */
const availabilities: { readonly [S in SlotStatus]: string | null } = {
  available: "InStock",
  limited: "LimitedAvailability",
  soldOut: "SoldOut",
  notYetOnSale: "PreSale",
  salesClosed: "OutOfStock",
  unknown: null
}

/** Booking page of an offers entry for one slot; null when it has none. */
export const bookingUrlOf = ({ bookingUrl, source }: EffectiveOffer): string | null => bookingUrl ?? source?.url ?? null

/**
 * The first entry with the best status for a buyer. An AggregateOffer has a single link and sale period, which come
 * from this entry.
 */
const bestOf = (offers: ReadonlyArray<EffectiveOffer>, rows: SlotRows, status: SlotStatus, now: number): EffectiveOffer | undefined =>
  offers.find(({ provider }) => {
    const row = rows[provider]
    return row !== undefined && rowStatusAt(row, now).status === status
  }) ?? offers[0]

const inCurrency = (offers: ReadonlyArray<EffectiveOffer>, currency: string, rows: SlotRows, now: number): ReadonlyArray<JsonObject> => {
  const amounts = offers.flatMap(({ tiers }) => tiers.map(minimumAmount)).filter((amount) => amount !== null)
  const providers = new Set(offers.map(({ provider }) => provider))
  const own = Object.fromEntries(Object.entries(rows).filter(([provider]) => providers.has(provider)))
  const status = slotStatusAt(own, now)
  const best = bestOf(offers, own, status, now)
  const url = [best, ...offers].flatMap((offer) => offer === undefined ? [] : [bookingUrlOf(offer)]).find((found) => found !== null) ?? null
  const [first, ...others] = amounts
  if (first === undefined) return url === null ? [] : [{ "@type": "Offer", url }]
  const { onSaleFrom, onSaleThrough } = (best === undefined ? undefined : own[best.provider]) ?? {}
  const availability = availabilities[status]
  return [{
    "@type": "AggregateOffer",
    priceCurrency: currency,
    lowPrice: formatAmount(Math.min(first, ...others), currency),
    highPrice: formatAmount(Math.max(first, ...others), currency),
    offerCount: amounts.length,
    ...(availability === null ? {} : { availability: `https://schema.org/${availability}` }),
    ...(url === null ? {} : { url }),
    ...(onSaleFrom === undefined ? {} : { validFrom: onSaleFrom }),
    ...(onSaleThrough === undefined ? {} : { validThrough: onSaleThrough })
  }]
}

/**
 * The schema.org offers of one slot at an instant, epoch milliseconds (wire.md §8, Structured data). There is one
 * AggregateOffer per currency over the effective tiers with an amount. A currency without amounts yields an Offer with
 * only a link.
 */
export const structuredOffers = ({ event, rows }: PublishedEvent, slotId: string, now: number): ReadonlyArray<JsonObject> => {
  const offers = effectiveOffers(event.offers, event.slotOffers[slotId] ?? [])
  const currencies = [...new Set(offers.map(({ currency }) => currency))]
  return currencies.flatMap((currency) =>
    inCurrency(offers.filter((offer) => offer.currency === currency), currency, rows[slotId] ?? {}, now)
  )
}
