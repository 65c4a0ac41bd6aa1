import { aggregateAt } from "@agenda-engine/core/derive/aggregateAt"
import { type EffectiveOffer, effectiveOffers } from "@agenda-engine/core/derive/effectiveOffers"
import type { Publication } from "@agenda-engine/core/domain/Publication"
import type { Availability } from "@agenda-engine/core/domain/Ticketing"
import { type Html, html } from "./Html.js"
import type { PageContext } from "./PageContext.js"
import { sayLeast } from "./sayPrice.js"

/** How a status looks: good, in need of attention, or the end of it. */
const looks: { readonly [A in Availability]: string } = {
  available: "good",
  limited: "warn",
  soldOut: "bad",
  notYetOnSale: "plain",
  salesClosed: "bad",
  mixed: "plain",
  unknown: "plain"
}

/** A status of tickets in words; nothing where it is not known. */
export const availabilityBadge = (status: Availability, { says }: PageContext): Html | null =>
  status === "unknown" ? null : html`<span class="badge ${looks[status]}">${says.availability[status]}</span>`

/** That an event does not go as planned; nothing where it does. */
export const eventBadge = ({ event }: Publication, { says }: PageContext): Html | null =>
  event.status === 1
    ? null
    : html`<span class="badge ${event.status === 6 || event.status === 5 ? "bad" : "warn"}">${says.status[event.status]}</span>`

/** Everything that an event sells, overrides of slots that are still to come included. */
const sold = ({ event }: Publication, now: number): ReadonlyArray<EffectiveOffer> => {
  const overrides = event.timings.filter(({ end }) => end > now).map(({ id }) => event.slotOffers[id])
  return [
    ...(overrides.includes(undefined) ? effectiveOffers(event.offers, []) : []),
    ...overrides.flatMap((override) => override === undefined ? [] : effectiveOffers(event.offers, override))
  ]
}

/** What an item of a list says in a few words: changes, prices, whether there are tickets, that it is online. */
export const badges = (publication: Publication, context: PageContext): Html => {
  const { event, rows } = publication
  const { says } = context
  const price = sayLeast(sold(publication, context.now), context)
  const isSold = event.offers.length > 0 || Object.keys(rows).length > 0
  return html`<p class="badges">${[
    eventBadge(publication, context),
    event.featured && html`<span class="badge accent">${says.featured}</span>`,
    event.attendanceMode !== 1 && html`<span class="badge plain">${says.online}</span>`,
    price !== null && html`<span class="badge plain">${price}</span>`,
    isSold && event.status !== 6 && availabilityBadge(aggregateAt(event.timings, rows, context.now).status, context)
  ]}</p>`
}
