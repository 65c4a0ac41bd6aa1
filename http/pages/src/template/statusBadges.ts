import { aggregateAt } from "@agenda-engine/core/derive/availability/aggregateAt"
import { type EffectiveOffer, effectiveOffers } from "@agenda-engine/core/derive/availability/pricing"
import type { PublishedEvent } from "@agenda-engine/core/domain/publication/PublishedEvent"
import type { Availability } from "@agenda-engine/core/domain/ticketing/Ticketing"
import { type Html, html } from "../Html.js"
import type { PageContext } from "../PageContext.js"
import { formatLowestPrice } from "./formatPrice.js"

/** CSS class of a ticket status. */
const looks: { readonly [A in Availability]: string } = {
  available: "good",
  limited: "warn",
  soldOut: "bad",
  notYetOnSale: "plain",
  salesClosed: "bad",
  mixed: "plain",
  unknown: "plain"
}

/** Badge with the ticket status; null when it is unknown. */
export const availabilityBadge = (status: Availability, { texts }: PageContext): Html | null =>
  status === "unknown" ? null : html`<span class="badge ${looks[status]}">${texts.availability[status]}</span>`

/** Badge of an event that does not take place as scheduled; null for one that does. */
export const eventBadge = ({ event }: PublishedEvent, { texts }: PageContext): Html | null =>
  event.status === 1
    ? null
    : html`<span class="badge ${event.status === 6 || event.status === 5 ? "bad" : "warn"}">${texts.status[event.status]}</span>`

/** All effective offers of an event, including overrides of slots that have not ended. */
const sold = ({ event }: PublishedEvent, now: number): ReadonlyArray<EffectiveOffer> => {
  const overrides = event.timings.filter(({ end }) => end > now).map(({ id }) => event.slotOffers[id])
  return [
    ...(overrides.includes(undefined) ? effectiveOffers(event.offers, []) : []),
    ...overrides.flatMap((override) => override === undefined ? [] : effectiveOffers(event.offers, override))
  ]
}

/** Badges of an event in a list: status, prices, ticket availability, online. */
export const badges = (published: PublishedEvent, context: PageContext): Html => {
  const { event, rows } = published
  const { texts } = context
  const price = formatLowestPrice(sold(published, context.now), context)
  const isSold = event.offers.length > 0 || Object.keys(rows).length > 0
  return html`<p class="badges">${[
    eventBadge(published, context),
    event.featured && html`<span class="badge accent">${texts.featured}</span>`,
    event.attendanceMode !== 1 && html`<span class="badge plain">${texts.online}</span>`,
    price !== null && html`<span class="badge plain">${price}</span>`,
    isSold && event.status !== 6 && availabilityBadge(aggregateAt(event.timings, rows, context.now).status, context)
  ]}</p>`
}
