import { plainEvents } from "./plainEvents.js"
import { ticketedEvents } from "./ticketedEvents.js"

/** What a data set is made from; the same options give the same lines. */
export interface DataOptions {
  readonly events: number
  /** How many events have offers, and how many as long as these have none, each in an agenda of their own. */
  readonly ticketed: number
  readonly seed: number
  /** The instant around which events take place, epoch milliseconds: half before it, half after. */
  readonly around: number
}

/** The lines of the small data set, as `agenda-engine import` takes them. */
export function* smallLines(options: DataOptions): Generator<string> {
  for (const line of plainEvents(options)) yield JSON.stringify(line)
  for (const line of ticketedEvents(options)) yield JSON.stringify(line)
}
