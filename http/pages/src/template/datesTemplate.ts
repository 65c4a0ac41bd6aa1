import { slotStatusAt } from "@agenda-engine/core/derive/availability/slotStatusAt"
import { formatInstant } from "@agenda-engine/core/derive/dates/formatInstant"
import type { EventSlot } from "@agenda-engine/core/domain/event/Event"
import type { PublishedEvent } from "@agenda-engine/core/domain/publication/PublishedEvent"
import { type Html, html } from "../Html.js"
import { eventPath, type PageContext } from "../PageContext.js"
import { formatSlot } from "./formatTime.js"
import { availabilityBadge } from "./statusBadges.js"

type Slot = typeof EventSlot.Type

/** A slot in the list of an event's dates. */
export interface SlotDate {
  /** Whether the slot is over. */
  readonly isPast: boolean
  /** The `li` element: the date with a link to the slot's page, and the ticket status. */
  readonly line: Html
}

/** Maximum number of slots shown before the rest is collapsed. */
const slotsShown_max = 8

/** Renders a slot for the list of an event's dates. `current`: the slot of the page, null for the event's page. */
export const slotDate = (slot: Slot, current: Slot | null, { agenda, event, rows }: PublishedEvent, context: PageContext): SlotDate => {
  const own = rows[slot.id]
  const isPast = slot.end <= context.now
  const line = html`<li><a href="${eventPath(agenda.slug, event.slug, slot.id, context)}"${
    slot.id === current?.id && html` aria-current="page"`
  }><time datetime="${formatInstant(slot.begin, event.timezone)}">${
    formatSlot(slot, context.lang, event.timezone, context.now)
  }</time></a> ${own !== undefined && event.status !== 6 && !isPast && availabilityBadge(slotStatusAt(own, context.now), context)}</li>`
  return { isPast, line }
}

/** The dates of an event; null when there is only one. */
export const datesTemplate = (dates: ReadonlyArray<SlotDate>, { texts }: PageContext): Html | null => {
  if (dates.length === 1) return null
  const left = dates.filter(({ isPast }) => !isPast)
  const past = dates.filter(({ isPast }) => isPast)
  const rest = left.slice(slotsShown_max)
  const list = (shown: ReadonlyArray<SlotDate>) => html`<ul class="dates">${shown.map(({ line }) => line)}</ul>`
  return html`<section aria-labelledby="dates"><h2 id="dates">${texts.dates}</h2>
${left.length > 0 && list(left.slice(0, slotsShown_max))}
${rest.length > 0 && html`<details><summary>${texts.allDates(rest.length)}</summary>${list(rest)}</details>`}
${past.length > 0 && html`<details><summary>${texts.pastDates(past.length)}</summary>${list(past)}</details>`}
</section>`
}
