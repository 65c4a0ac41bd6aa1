import { type EffectiveOffer, effectiveOffers } from "@agenda-engine/core/derive/effectiveOffers"
import { rowStatusAt } from "@agenda-engine/core/derive/rowStatusAt"
import { slotStatusAt } from "@agenda-engine/core/derive/slotStatusAt"
import { bookingUrlOf } from "@agenda-engine/core/derive/structuredOffers"
import type { AvailabilityRow } from "@agenda-engine/core/domain/AvailabilityRow"
import type { EventSlot } from "@agenda-engine/core/domain/Event"
import { instantOf } from "@agenda-engine/core/domain/instantOf"
import type { Publication } from "@agenda-engine/core/domain/Publication"
import { href, type Html, html } from "./Html.js"
import { langOf, localText } from "./localText.js"
import type { PageContext } from "./PageContext.js"
import { sayTier } from "./sayPrice.js"
import { sayInstant } from "./sayTime.js"
import { availabilityBadge } from "./statusBadges.js"

const capitalised = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1)

const saleLine = (row: AvailabilityRow, timezone: string, { lang, now, says }: PageContext): Html | null => {
  const from = row.onSaleFrom === undefined ? null : instantOf(row.onSaleFrom)
  const through = row.onSaleThrough === undefined ? null : instantOf(row.onSaleThrough)
  if (from !== null && now < from) return html`<p class="sale">${says.onSaleFrom(sayInstant(from, lang, timezone))}</p>`
  return through === null || now > through ? null : html`<p class="sale">${says.onSaleThrough(sayInstant(through, lang, timezone))}</p>`
}

const isStillOn = ({ event }: Publication, slot: typeof EventSlot.Type, { now }: PageContext): boolean =>
  event.status !== 6 && slot.end > now

const offerBlock = (
  offer: EffectiveOffer,
  publication: Publication,
  slot: typeof EventSlot.Type,
  context: PageContext
): Html => {
  const { event, rows } = publication
  const row = rows[slot.id]?.[offer.provider]
  const status = row === undefined ? "unknown" : rowStatusAt(row, context.now).status
  const url = bookingUrlOf(offer)
  const isOn = isStillOn(publication, slot, context)
  const isBookable = url !== null && isOn && status !== "soldOut" && status !== "salesClosed"
  return html`<div class="offer">
${
    offer.tiers.length > 0 && html`<ul class="tiers">${
      offer.tiers.map((tier) => {
        const label = localText(tier.label, context)
        return html`<li><span${langOf(label, context)}>${label?.text ?? ""}</span> <b>${sayTier(tier, offer.currency, context)}</b></li>`
      })
    }</ul>`
  }
${isOn && html`<p class="badges">${availabilityBadge(status, context)}</p>`}
${row !== undefined && isOn && saleLine(row, event.timezone, context)}
${isBookable && html`<p class="actions"><a class="button"${href(url)}>${context.says.bookAt(capitalised(offer.provider))}</a></p>`}
</div>`
}

/** Whether there are tickets of a slot of which no prices are known; null where that is not known, or no longer matters. */
const statusAlone = (publication: Publication, slot: typeof EventSlot.Type, context: PageContext): Html | null => {
  const own = publication.rows[slot.id]
  const isKnown = own !== undefined && isStillOn(publication, slot, context)
  const badge = isKnown ? availabilityBadge(slotStatusAt(own, context.now), context) : null
  return badge === null ? null : html`<p class="badges">${badge}</p>`
}

/** What tickets of one slot cost, whether there are any, and where they are booked; nothing where none are known of. */
export const ticketsTemplate = (publication: Publication, slot: typeof EventSlot.Type, context: PageContext): Html | null => {
  const { event } = publication
  const offers = effectiveOffers(event.offers, event.slotOffers[slot.id] ?? [])
  const tickets = offers.length === 0
    ? statusAlone(publication, slot, context)
    : html`${offers.map((offer) => offerBlock(offer, publication, slot, context))}`
  return tickets === null
    ? null
    : html`<section class="tickets" aria-labelledby="tickets"><h2 id="tickets">${context.says.tickets}</h2>${tickets}</section>`
}
