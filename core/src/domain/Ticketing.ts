/** Where one slot stands with its tickets (service.md, Time slot additions). */
export const slotStatuses = ["available", "limited", "soldOut", "notYetOnSale", "salesClosed", "unknown"] as const
/** Where one slot stands with its tickets. */
export type SlotStatus = (typeof slotStatuses)[number]

/** Where all slots of an event together stand with their tickets (service.md, offersAggregate). */
export const availabilities = ["available", "limited", "soldOut", "notYetOnSale", "salesClosed", "mixed", "unknown"] as const
/** Where all slots of an event together stand with their tickets. */
export type Availability = (typeof availabilities)[number]

/** What tickets cost (service.md, Pricing rules of an offers entry). */
export const pricings = ["free", "paid", "donation", "mixed", "unknown"] as const
/** What tickets cost. */
export type Pricing = (typeof pricings)[number]
