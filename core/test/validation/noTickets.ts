import { defaultProviders } from "../../src/domain/ticketing/Ticketing.js"
import type { EventReadingContext } from "../../src/validation/event/readEvent.js"

/** What a body is read against of an event without availability. */
export const noTickets: Pick<EventReadingContext, "now" | "providers" | "rows"> = { providers: defaultProviders, rows: {}, now: 0 }
