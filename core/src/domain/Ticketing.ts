/** The ticket statuses of one slot (service.md, Time slot additions). */
export const slotStatuses = ["available", "limited", "soldOut", "notYetOnSale", "salesClosed", "unknown"] as const
/** The ticket status of one slot. */
export type SlotStatus = (typeof slotStatuses)[number]

/** The aggregate ticket statuses of an event (service.md, offersAggregate). */
export const availabilities = ["available", "limited", "soldOut", "notYetOnSale", "salesClosed", "mixed", "unknown"] as const
/** The aggregate ticket status of an event. */
export type Availability = (typeof availabilities)[number]

/** The pricing kinds of an event (service.md, Pricing rules of an offers entry). */
export const pricings = ["free", "paid", "donation", "mixed", "unknown"] as const
/** The pricing kind of an event. */
export type Pricing = (typeof pricings)[number]
