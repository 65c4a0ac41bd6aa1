import * as Either from "effect/Either"
import { type Issue, issue } from "../../domain/error/Issue.js"
import type { Event } from "../../domain/event/Event.js"
import type { Interval } from "../../domain/event/Timing.js"
import { isJsonObject, type Json } from "../../domain/text/Json.js"
import { areWritableIn, isWritableIn } from "../../domain/time/writableYears.js"
import { isList } from "../value/ParseResult.js"
import { readInstant } from "../value/readInstant.js"
import { unwrapBody } from "../value/unwrapBody.js"

const message = "the year has to lie between 0000 and 9999 in the event's time zone"

const boundIssues = (entry: Json, index: number, timezone: string): ReadonlyArray<Issue> =>
  (["begin", "end"] as const).flatMap((bound) => {
    const written = isJsonObject(entry) ? entry[bound] ?? null : null
    if (typeof written !== "string") return []
    const instant = readInstant(written.trim())
    return Either.isLeft(instant) || isWritableIn(instant.right, timezone)
      ? []
      : [issue("date.invalid", `timings[${index}].${bound}`, { index, origin: written, message })]
  })

/** Slots and time zone of a write and of the stored event. */
interface WrittenYears {
  readonly body: Json
  /** The slots of the body; undefined when it has none or they are invalid. */
  readonly named: ReadonlyArray<Interval> | undefined
  /** Maximum number of slots; more are not looked at. */
  readonly slots_max: number
  /** Null on create. */
  readonly stored: Pick<Event, "timezone" | "timings"> | null
  /** The time zone after the write. */
  readonly timezone: string
}

/**
 * Issues: one `date.invalid` per begin or end outside the years 0000 to 9999 in the event's time zone, because such
 * texts could not be parsed again. When only the time zone changes, the issue is on `timezone`.
 */
export const slotYearIssues = ({ body, named, slots_max, stored, timezone }: WrittenYears): ReadonlyArray<Issue> => {
  if (named !== undefined && areWritableIn(named, timezone)) return []
  const timings = Either.match(unwrapBody(body), { onLeft: () => null, onRight: (fields) => fields["timings"] ?? null })
  if (isList(timings)) return timings.slice(0, slots_max).flatMap((entry, index) => boundIssues(entry, index, timezone))
  if (stored === null || stored.timezone === timezone || areWritableIn(stored.timings, timezone)) return []
  return [issue("date.invalid", "timezone", { origin: timezone, message })]
}
