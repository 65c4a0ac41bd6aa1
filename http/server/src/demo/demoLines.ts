import { formatInstant } from "@agenda-engine/core/derive/dates/formatInstant"
import { readFileSync } from "node:fs"

/** A town's public agenda. */
export const townAgenda = 10_001
/** A club's agenda, in English and German, partly online. */
export const clubAgenda = 10_002
/** A private agenda. */
export const staffAgenda = 10_003

const hour_ms = 3_600_000
const day_ms = 24 * hour_ms

/** An instant in the file: days from today and hours of that day, in UTC. */
const relativeInstant = /"([+-]\d+)d (\d+)h"/g

/**
 * The sample content as import lines: a town's agenda, a club's and a private one, all invented. Their events are
 * around `now` (epoch milliseconds), so that there are passed, current and upcoming ones, and tickets of every status.
 */
export const demoLines = (now: number): ReadonlyArray<string> => {
  const today = Math.floor(now / day_ms) * day_ms
  // The bundle is as deep in the package as this module.
  const text = readFileSync(new URL("../../src/demo/agendas.ndjson", import.meta.url), "utf8")
  const dated = text.replaceAll(
    relativeInstant,
    (_, day: string, hour: string) => JSON.stringify(formatInstant(today + Number(day) * day_ms + Number(hour) * hour_ms, "Europe/Paris"))
  )
  return dated.trimEnd().split("\n")
}
