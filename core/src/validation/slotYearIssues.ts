import * as Either from "effect/Either"
import type { Event } from "../domain/Event.js"
import { type Issue, issue } from "../domain/Issue.js"
import { isJsonObject, type Json } from "../domain/Json.js"
import type { Interval } from "../domain/Timing.js"
import { isWritableIn } from "../domain/writableYears.js"
import { isList } from "./isList.js"
import { readInstant } from "./readInstant.js"
import { unwrapBody } from "./unwrapBody.js"

const message = "the year has to lie between 0000 and 9999 in the event's time zone"

/** Whether the first or the last of some slots, in order of time, begins or ends beyond those years. */
const areRemote = (slots: ReadonlyArray<Interval>, timezone: string): boolean =>
  [slots[0], slots.at(-1)].some((slot) => slot !== undefined && (!isWritableIn(slot.begin, timezone) || !isWritableIn(slot.end, timezone)))

const boundIssues = (entry: Json, index: number, timezone: string): ReadonlyArray<Issue> =>
  (["begin", "end"] as const).flatMap((bound) => {
    const written = isJsonObject(entry) ? entry[bound] ?? null : null
    if (typeof written !== "string") return []
    const instant = readInstant(written.trim())
    return Either.isLeft(instant) || isWritableIn(instant.right, timezone)
      ? []
      : [issue("date.invalid", `timings[${index}].${bound}`, { index, origin: written, message })]
  })

/** What a write says of slots and time zone, and what there is. */
interface WrittenYears {
  readonly body: Json
  /** The slots that the body names; undefined where it names none, or faulty ones. */
  readonly named: ReadonlyArray<Interval> | undefined
  /** Null creates an event. */
  readonly stored: Pick<Event, "timezone" | "timings"> | null
  /** The time zone that the event is to have. */
  readonly timezone: string
}

/**
 * One `date.invalid` for each begin and end that a body names and that lies outside the years 0000 to 9999 in the event's time zone: texts of
 * such instants cannot be read back. Where the slots stay and another time zone would bring them there, the fault is that of the zone.
 */
export const slotYearIssues = ({ body, named, stored, timezone }: WrittenYears): ReadonlyArray<Issue> => {
  if (named !== undefined && !areRemote(named, timezone)) return []
  const timings = Either.match(unwrapBody(body), { onLeft: () => null, onRight: (fields) => fields["timings"] ?? null })
  if (isList(timings)) return timings.flatMap((entry, index) => boundIssues(entry, index, timezone))
  if (stored === null || stored.timezone === timezone || !areRemote(stored.timings, timezone)) return []
  return [issue("date.invalid", "timezone", { origin: timezone, message })]
}
