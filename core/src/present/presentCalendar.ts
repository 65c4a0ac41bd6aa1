import { formatUtc } from "../derive/formatInstant.js"
import { eventUrlOf } from "../derive/structuredData.js"
import type { EventStatus } from "../domain/Event.js"
import { chooseLanguage, type MultilingualText } from "../domain/MultilingualText.js"
import type { PublishedEvent } from "../domain/PublishedEvent.js"
import type { Slot } from "../domain/Timing.js"
import type { WithdrawnEvent } from "../domain/WithdrawnEvent.js"
import { calendarLine, calendarText } from "./calendarLine.js"

/** Options of a calendar. */
export interface CalendarOptions {
  /** Calendar name. */
  readonly name: string
  /** Absolute URL of the HTML page with the same content. */
  readonly url: string
  /** Absolute URL of the agenda page, without a trailing slash. */
  readonly agendaUrl: string
  /** Preferred languages of the texts, most preferred first. */
  readonly languages: ReadonlyArray<string>
  /** Replaces the title of events that are no longer public. */
  readonly withdrawn: string
}

/** An event and the ids of its slots to include; null: all slots. */
export interface CalendarEntry {
  readonly published: PublishedEvent
  readonly slotIds: ReadonlyArray<string> | null
}

/** Suggested refresh interval for subscribers. */
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

const placeOf = ({ event, location }: PublishedEvent): string | null =>
  location === null || event.attendanceMode === 2 ? event.onlineAccessLink : `${location.name}, ${location.address}`

/** The lines that identify a slot and its revision. */
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

const slotLines = (published: PublishedEvent, slot: Slot, { agendaUrl, languages }: CalendarOptions): string => {
  const { event, location } = published
  const url = `${eventUrlOf(agendaUrl, event.slug)}/${slot.id}`
  const place = placeOf(published)
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

/** The header of a calendar. */
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

/** A VEVENT per slot of some events. */
function* slotsLines(entries: Iterable<CalendarEntry>, options: CalendarOptions): Generator<string> {
  for (const { published, slotIds } of entries) {
    for (const slot of published.event.timings) {
      if (slotIds === null || slotIds.includes(slot.id)) yield slotLines(published, slot, options)
    }
  }
}

/** A cancelled VEVENT per slot of events that are no longer public, and the end of the calendar. */
function* lastLines(withdrawn: Iterable<WithdrawnEvent>, options: CalendarOptions): Generator<string> {
  for (const event of withdrawn) yield withdrawnLines(event, options.withdrawn)
  yield calendarLine("END", "VCALENDAR")
}

/** Parts of a calendar, for streaming: header, slots, end. */
export const calendarPieces = { first: firstLines, slots: slotsLines, last: lastLines } as const

/**
 * A calendar with one VEVENT per slot (RFC 5545). The UID derives from the slot id and is stable; SEQUENCE follows the
 * version of the event, LAST-MODIFIED its last change. Instants are in UTC, which is exact for slots and needs no
 * VTIMEZONE. Slots of events that are no longer public are cancelled, without further details.
 */
export const presentCalendar = (
  entries: ReadonlyArray<CalendarEntry>,
  withdrawn: ReadonlyArray<WithdrawnEvent>,
  options: CalendarOptions
): string => [firstLines(options), ...slotsLines(entries, options), ...lastLines(withdrawn, options)].join("")
