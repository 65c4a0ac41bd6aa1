import { aggregateAt } from "../../src/derive/availability/aggregateAt.js"
import type { Event } from "../../src/domain/event/Event.js"
import type { AvailabilityRows } from "../../src/domain/ticketing/AvailabilityRow.js"
import type { ShownEvent } from "../../src/present/presentEvent.js"
import { recordOf } from "../../src/services/event/EventRecords.js"
import { storedEvent, untouched } from "../validation/storedEvent.js"
import { agendaRecord, locationRecord } from "./records.js"

/** An event with tickets, in which everything is there that can be. */
export const ticketedEvent: Event = {
  ...storedEvent,
  registration: [{ type: "email", value: "a@example.org" }, {
    type: "link",
    value: "https://Tickets.example.org/concert/?utm_source=mail"
  }],
  offers: [
    {
      provider: "billetweb",
      currency: "EUR",
      tiers: [
        {
          label: { fr: "Plein tarif", en: "Full price" },
          priceCents: 1_800,
          minAmountCents: 0,
          sourceRef: "t1",
          offerType: "standard",
          saleStart: "2022-09-01T00:00:00+02:00",
          saleEnd: "2022-10-01T00:00:00+02:00"
        }
      ],
      source: { ref: "b1", url: "https://tickets.example.org/concert" },
      syncedAt: "2022-09-30T08:00:00Z"
    },
    { provider: "mapado", currency: "EUR", tiers: [], source: { url: "https://mapado.example.org/concert" } }
  ],
  slotOffers: {
    bbbbb: [
      {
        provider: "billetweb",
        tiers: [{ label: { fr: "Libre" }, minAmountCents: 500, offerType: "donation" }],
        bookingUrl: "https://tickets.example.org/concert/2"
      }
    ]
  }
}

/** What is known of its tickets: of the slot that is yet to come by two providers. */
export const ticketRows: AvailabilityRows = {
  bbbbb: {
    billetweb: {
      syncedAt: "2022-09-30T08:00:00Z",
      onSaleFrom: "2022-10-01T10:00:00+02:00",
      onSaleThrough: "2022-10-25T10:00:00+02:00",
      closedBySource: false,
      remaining: 3,
      lowStockThreshold: 5,
      sourceRef: "b1-2",
      status: "available"
    },
    mapado: { syncedAt: "2022-09-30T09:00:00Z", status: "soldOut" }
  }
}

/** As it is shown at an instant. */
export const ticketedAt = (now: number, event: Event = ticketedEvent, rows: AvailabilityRows = ticketRows): ShownEvent => {
  const stored = { ...untouched, availability: JSON.stringify(rows), availabilityUpdatedAt: 1_665_000_000_123 }
  const record = recordOf(event, stored)
  return {
    head: record,
    body: record,
    next: null,
    availability: aggregateAt(record.slots, rows, now),
    location: locationRecord,
    agenda: agendaRecord,
    member: null,
    history: []
  }
}
