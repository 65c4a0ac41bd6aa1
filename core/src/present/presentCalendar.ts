import { formatUtc } from "../derive/formatInstant.js"
import { eventUrlOf } from "../derive/structuredData.js"
import type { EventStatus } from "../domain/Event.js"
import { chooseLanguage, type MultilingualText } from "../domain/MultilingualText.js"
import type { Publication } from "../domain/Publication.js"
import type { Slot } from "../domain/Timing.js"
import type { WithdrawnEvent } from "../domain/WithdrawnEvent.js"
import { calendarLine, calendarText } from "./calendarLine.js"

/** How a calendar is written. */
export interface CalendarOptions {
  /** What it is called. */
  readonly name: string
  /** The page that shows the same, absolute. */
  readonly url: string
  /** The address of the agenda's page, absolute, without a slash at its end. */
  readonly agendaUrl: string
  /** The languages that its texts come in, the liked first. */
  readonly languages: ReadonlyArray<string>
  /** What stands for the title of an event that is no longer public. */
  readonly withdrawn: string
}

/** Some slots of an event; null: all. */
export interface CalendarEntry {
  readonly publication: Publication
  readonly slotIds: ReadonlyArray<string> | null
}

/** How often whoever subscribes is asked to look again. */
const refresh = "PT1H"

const statuses: { readonly [S in EventStatus]: string } = {
  1: "CONFIRMED",
  2: "CONFIRMED",
  3: "CONFIRMED",
  4: "TENTATIVE",
  5: "CONFIRMED",
  6: "CANCELLED"
}

/** `20221015T150000Z`. */
const instant = (moment: number): string => formatUtc(moment).replace(/\.\d+Z$/, "Z").replaceAll(/[-:]/g, "")

const textIn = (text: MultilingualText, languages: ReadonlyArray<string>): string => chooseLanguage(text, languages) ?? ""

const placeOf = ({ event, location }: Publication): string | null =>
  location === null || event.attendanceMode === 2 ? event.onlineAccessLink : `${location.name}, ${location.address}`

/** The lines that tell one slot, and which state of it, from all others. */
const identityLines = (uid: number, slot: Slot, { at, version }: { readonly at: number; readonly version: number }): string =>
  [
    calendarText("UID", `${uid}-${slot.id}@agenda-engine`),
    calendarLine("DTSTAMP", instant(at)),
    calendarLine("LAST-MODIFIED", instant(at)),
    calendarLine("SEQUENCE", String(version - 1)),
    calendarLine("DTSTART", instant(slot.begin)),
    calendarLine("DTEND", instant(slot.end))
  ].join("")

const withdrawnLines = ({ slots, uid, version, withdrawnAt }: WithdrawnEvent, title: string): string =>
  slots.map((slot) =>
    [
      calendarLine("BEGIN", "VEVENT"),
      identityLines(uid, slot, { at: withdrawnAt, version }),
      calendarLine("STATUS", statuses[6]),
      calendarText("SUMMARY", title),
      calendarLine("END", "VEVENT")
    ].join("")
  ).join("")

const slotLines = (publication: Publication, slot: Slot, { agendaUrl, languages }: CalendarOptions): string => {
  const { event, location } = publication
  const url = `${eventUrlOf(agendaUrl, event.slug)}/${slot.id}`
  const place = placeOf(publication)
  const keywords = chooseLanguage(event.keywords, languages) ?? []
  const about = [textIn(event.description, languages), textIn(event.conditions, languages), event.onlineAccessLink ?? "", url]
  return [
    calendarLine("BEGIN", "VEVENT"),
    identityLines(event.uid, slot, { at: event.updatedAt, version: event.version }),
    calendarLine("CREATED", instant(event.createdAt)),
    calendarLine("STATUS", statuses[event.status]),
    calendarText("SUMMARY", textIn(event.title, languages)),
    calendarText("DESCRIPTION", about.filter((text) => text !== "").join("\n\n")),
    ...(place === null ? [] : [calendarText("LOCATION", place)]),
    ...(location === null || location.latitude === null || location.longitude === null
      ? []
      : [calendarLine("GEO", `${location.latitude};${location.longitude}`)]),
    ...(keywords.length === 0 ? [] : [calendarText("CATEGORIES", ...keywords)]),
    calendarLine("URL", url),
    calendarLine("END", "VEVENT")
  ].join("")
}

/** The first lines of a calendar. */
const firstLines = ({ name, url }: CalendarOptions): string =>
  [
    calendarLine("BEGIN", "VCALENDAR"),
    calendarLine("VERSION", "2.0"),
    calendarLine("PRODID", "-//agenda-engine//agenda-engine//EN"),
    calendarLine("CALSCALE", "GREGORIAN"),
    calendarText("NAME", name),
    calendarText("X-WR-CALNAME", name),
    calendarLine("URL", url),
    calendarLine("REFRESH-INTERVAL;VALUE=DURATION", refresh),
    calendarLine("X-PUBLISHED-TTL", refresh)
  ].join("")

/** The lines of each slot of some events. */
function* slotsLines(entries: Iterable<CalendarEntry>, options: CalendarOptions): Generator<string> {
  for (const { publication, slotIds } of entries) {
    for (const slot of publication.event.timings) {
      if (slotIds === null || slotIds.includes(slot.id)) yield slotLines(publication, slot, options)
    }
  }
}

/** The lines of each event that is no longer public, and the last ones. */
function* lastLines(withdrawn: Iterable<WithdrawnEvent>, options: CalendarOptions): Generator<string> {
  for (const event of withdrawn) yield withdrawnLines(event, options.withdrawn)
  yield calendarLine("END", "VCALENDAR")
}

/** The pieces of a calendar that is written piece by piece: the first, those of events, the last. */
export const calendarPieces = { first: firstLines, slots: slotsLines, last: lastLines } as const

/**
 * A calendar (RFC 5545) with one entry for each slot. An entry's UID is that of its slot and stays while the slot does; SEQUENCE follows the
 * event's version, LAST-MODIFIED its last change. Instants are in UTC, which is exact for slots and needs no table of time zones. Slots of
 * events that are no longer public are cancelled, and nothing else is said of them.
 */
export const presentCalendar = (
  entries: ReadonlyArray<CalendarEntry>,
  withdrawn: ReadonlyArray<WithdrawnEvent>,
  options: CalendarOptions
): string => [firstLines(options), ...slotsLines(entries, options), ...lastLines(withdrawn, options)].join("")
