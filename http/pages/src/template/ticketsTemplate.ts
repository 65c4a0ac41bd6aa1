import { type EffectiveOffer, effectiveOffers } from "@agenda-engine/core/derive/availability/pricing"
import { rowStatusAt } from "@agenda-engine/core/derive/availability/rowStatusAt"
import { slotStatusAt } from "@agenda-engine/core/derive/availability/slotStatusAt"
import { bookingUrlOf } from "@agenda-engine/core/derive/structured/structuredOffers"
import type { EventSlot } from "@agenda-engine/core/domain/event/Event"
import type { PublishedEvent } from "@agenda-engine/core/domain/publication/PublishedEvent"
import type { AvailabilityRow } from "@agenda-engine/core/domain/ticketing/AvailabilityRow"
import { parseInstant } from "@agenda-engine/core/domain/time/parseInstant"
import { href, type Html, html } from "../Html.js"
import type { PageContext } from "../PageContext.js"
import { formatTier } from "./formatPrice.js"
import { formatDateTime } from "./formatTime.js"
import { langOf, localText } from "./localText.js"
import { availabilityBadge } from "./statusBadges.js"

const capitalised = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1)

const saleLine = (row: AvailabilityRow, timezone: string, { lang, now, texts }: PageContext): Html | null => {
  const from = row.onSaleFrom === undefined ? null : parseInstant(row.onSaleFrom)
  const through = row.onSaleThrough === undefined ? null : parseInstant(row.onSaleThrough)
  if (from !== null && now < from) return html`<p class="sale">${texts.onSaleFrom(formatDateTime(from, lang, timezone))}</p>`
  return through === null || now > through
    ? null
    : html`<p class="sale">${texts.onSaleThrough(formatDateTime(through, lang, timezone))}</p>`
}

const isStillOn = ({ event }: PublishedEvent, slot: typeof EventSlot.Type, { now }: PageContext): boolean =>
  event.status !== 6 && slot.end > now

const offerBlock = (
  offer: EffectiveOffer,
  published: PublishedEvent,
  slot: typeof EventSlot.Type,
  context: PageContext
): Html => {
  const { event, rows } = published
  const row = rows[slot.id]?.[offer.provider]
  const status = row === undefined ? "unknown" : rowStatusAt(row, context.now).status
  const url = bookingUrlOf(offer)
  const isOn = isStillOn(published, slot, context)
  const isBookable = url !== null && isOn && status !== "soldOut" && status !== "salesClosed"
  return html`<div class="offer">
${
    offer.tiers.length > 0 && html`<ul class="tiers">${
      offer.tiers.map((tier) => {
        const label = localText(tier.label, context)
        return html`<li><span${langOf(label, context)}>${label?.text ?? ""}</span> <b>${formatTier(tier, offer.currency, context)}</b></li>`
      })
    }</ul>`
  }
${isOn && html`<p class="badges">${availabilityBadge(status, context)}</p>`}
${row !== undefined && isOn && saleLine(row, event.timezone, context)}
${isBookable && html`<p class="actions"><a class="button"${href(url)}>${context.texts.bookAt(capitalised(offer.provider))}</a></p>`}
</div>`
}

/** Ticket status of a slot without known prices; null when it is unknown or the slot is over. */
const statusAlone = (published: PublishedEvent, slot: typeof EventSlot.Type, context: PageContext): Html | null => {
  const own = published.rows[slot.id]
  const isKnown = own !== undefined && isStillOn(published, slot, context)
  const badge = isKnown ? availabilityBadge(slotStatusAt(own, context.now), context) : null
  return badge === null ? null : html`<p class="badges">${badge}</p>`
}

/** Prices, ticket status and booking links of one slot; null when none are known. */
export const ticketsTemplate = (published: PublishedEvent, slot: typeof EventSlot.Type, context: PageContext): Html | null => {
  const { event } = published
  const offers = effectiveOffers(event.offers, event.slotOffers[slot.id] ?? [])
  const tickets = offers.length === 0
    ? statusAlone(published, slot, context)
    : html`${offers.map((offer) => offerBlock(offer, published, slot, context))}`
  return tickets === null
    ? null
    : html`<section class="tickets" aria-labelledby="tickets"><h2 id="tickets">${context.texts.tickets}</h2>${tickets}</section>`
}
