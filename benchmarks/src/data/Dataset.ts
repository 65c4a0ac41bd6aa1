import type { DataOptions } from "./DataOptions.js"
import type { EventCopy } from "./multiplyEvents.js"
import { agendaUid, copyLines, plainCopies, plainEvents } from "./plainEvents.js"
import { skewedAgendas } from "./skewedAgendas.js"
import { skewedCopies, skewedEvents } from "./skewedEvents.js"
import { ticketedEvents } from "./ticketedEvents.js"
import { unevenCopies, unevenLines } from "./unevenAgendas.js"

/** The agendas that scenarios ask, by size. In `small` all are the same one. */
export interface AskedAgendas {
  /** The largest: of 200 000 in a million. */
  readonly largest: number
  /** Of 20 000 in a million. */
  readonly middle: number
  /** Of 1 000. */
  readonly little: number
}

const linesOf = (options: DataOptions): ReadonlyArray<Generator<object>> =>
  options.dataset === "small" ? [plainEvents(options), unevenLines(), ticketedEvents(options)] : [skewedEvents(options)]

/**
 * The lines of a data set, as `agenda-engine import` takes them. `whole`: those of the copies in `small`, too.
 */
export function* drawLines(options: DataOptions, whole = false): Generator<string> {
  for (const lines of linesOf(options)) {
    for (const line of lines) yield JSON.stringify(line)
  }
  if (whole) { for (const line of copyLines(options, smallCopies(options))) yield JSON.stringify(line) }
}

const middle_index = 4
const little_events = 1_000

/** The agendas to ask in a data set. */
export const askedAgendas = ({ dataset, events }: Pick<DataOptions, "dataset" | "events">): AskedAgendas => {
  if (dataset === "small") return { largest: agendaUid, middle: agendaUid, little: agendaUid }
  const agendas = skewedAgendas(events)
  const largest = agendas[0]?.uid ?? 0
  return {
    largest,
    middle: agendas[middle_index]?.uid ?? largest,
    little: agendas.find((agenda) => agenda.events === little_events)?.uid ?? largest
  }
}

function* askedCopies(options: DataOptions): Generator<EventCopy> {
  const asked = new Set(Object.values(askedAgendas(options)))
  for (const copy of skewedCopies(options)) if (asked.has(copy.agendaUid)) yield copy
}

function* smallCopies(options: DataOptions): Generator<EventCopy> {
  yield* plainCopies(options)
  yield* unevenCopies(options)
}

/** All other events of a data set, which are copies of those of the lines. */
export const drawCopies = (options: DataOptions): Generator<EventCopy> => {
  if (options.dataset === "small") return smallCopies(options)
  return options.agendas === "asked" ? askedCopies(options) : skewedCopies(options)
}
