import { formatUtc } from "../../derive/dates/formatInstant.js"
import { eventUrlOf, imageUrlsOf } from "../../derive/structured/structuredData.js"
import type { Location } from "../../domain/agenda/Location.js"
import type { EventStatus } from "../../domain/event/Event.js"
import type { Slot } from "../../domain/event/Timing.js"
import type { PublishedEvent, WithdrawnEvent } from "../../domain/publication/PublishedEvent.js"
import { chooseLanguage, type MultilingualText } from "../../domain/text/MultilingualText.js"

const line_bytes_max = 75

/** Escapes a TEXT value (RFC 5545 §3.3.11). */
const escapeText = (text: string): string =>
  text
    .replaceAll("\\", "\\\\")
    .replaceAll(";", "\\;")
    .replaceAll(",", "\\,")
    .replaceAll(/\r\n|\r|\n/g, "\\n")
    .replaceAll(/[^\P{Cc}\t]/gu, " ")

/** Number of UTF-16 units from index `from` that fit into `bytes_max` UTF-8 bytes, without splitting a character. */
const charsWithin = (line: string, from: number, bytes_max: number): number => {
  let index = from
  let bytes = 0
  while (index < line.length) {
    const code = line.codePointAt(index) ?? 0
    bytes += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x1_0000 ? 3 : 4
    if (bytes > bytes_max) break
    index += code < 0x1_0000 ? 1 : 2
  }
  return index - from
}

/**
 * Folds a line into parts of at most 75 bytes; continuation lines start with a space and no character is split (RFC
 * 5545 §3.1).
 */
const fold = (line: string): string => {
  let end = charsWithin(line, 0, line_bytes_max)
  let folded = line.slice(0, end)
  while (end < line.length) {
    const chars = charsWithin(line, end, line_bytes_max - 1)
    folded += `\r\n ${line.slice(end, end + chars)}`
    end += chars
  }
  return folded
}

const contentLine = (name: string, value: string): string => `${fold(`${name}:${value}`)}\r\n`

/**
 * A content line for a value type without escapes: date-time, number, URI or token. Line breaks become spaces. `name`
 * is the property with its parameters.
 *
 * @example
 * calendarLine("DTSTART", "20221015T150000Z") // "DTSTART:20221015T150000Z\r\n"
 */
const calendarLine = (name: string, value: string): string => contentLine(name, value.replaceAll(/[\r\n]+/g, " "))

/**
 * A content line of one TEXT value or a list of TEXT values.
 *
 * @example
 * calendarText("CATEGORIES", ["jazz, blues", "plein air"]) // "CATEGORIES:jazz\\, blues,plein air\r\n"
 */
const calendarText = (name: string, ...texts: ReadonlyArray<string>): string => contentLine(name, texts.map(escapeText).join(","))

/** Options of a calendar. */
export interface CalendarOptions {
  /** Unique identifier of the calendar, the same for all its filters. */
  readonly uid: string
  /** What the calendar is about; empty: nothing is said. */
  readonly description: string
  /** Absolute URL of the calendar itself, with its filters; null: unknown. */
  readonly source: string | null
  /** URL prefix of images stored by this server. */
  readonly imageBase: string
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
const instant = (moment: number): string => formatUtc(moment).replaceAll(/[-:]|\.\d+/g, "")

const textIn = (text: MultilingualText, languages: ReadonlyArray<string>): string => chooseLanguage(text, languages) ?? ""

const placeOf = ({ event, location }: PublishedEvent): string | null =>
  location === null || event.attendanceMode === 2 ? event.onlineAccessLink : `${location.name}, ${location.address}`

const identityLines = (
  { at, uid, version }: { readonly at: number; readonly uid: number; readonly version: number }
): (slot: Slot) => string => {
  const moment = instant(at)
  const revision = `${calendarLine("DTSTAMP", moment)}${calendarLine("LAST-MODIFIED", moment)}${
    calendarLine("SEQUENCE", String(version - 1))
  }`
  return ({ begin, end, id }) =>
    `${calendarText("UID", `${uid}-${id}@agenda-engine`)}${revision}DTSTART:${instant(begin)}\r\nDTEND:${instant(end)}\r\n`
}

const withdrawnLines = ({ slots, uid, version, withdrawnAt }: WithdrawnEvent, title: string): string => {
  const identityOf = identityLines({ at: withdrawnAt, uid, version })
  const what = `${calendarLine("STATUS", statuses[6])}${calendarText("SUMMARY", title)}`
  return slots.map((slot) => `${calendarLine("BEGIN", "VEVENT")}${identityOf(slot)}${what}${calendarLine("END", "VEVENT")}`).join("")
}

const coordinates = ({ latitude, longitude }: Location): string =>
  latitude === null || longitude === null ? "" : calendarLine("GEO", `${latitude};${longitude}`)

/** The venue as a component of its own (RFC 9073 §7.2). */
const placeLines = (location: Location): string =>
  [
    calendarLine("BEGIN", "VLOCATION"),
    calendarText("UID", `location-${location.uid}@agenda-engine`),
    calendarText("NAME", location.name),
    calendarText("DESCRIPTION", location.address),
    coordinates(location),
    calendarLine("END", "VLOCATION")
  ].join("")

/** The image and the link of an online event (RFC 7986 §5.10, §5.11). */
const mediaLines = ({ event }: PublishedEvent, imageBase: string): string => {
  const image = event.image === null ? undefined : imageUrlsOf(event.image, imageBase)[0]
  return [
    ...(image === undefined ? [] : [calendarLine("IMAGE;VALUE=URI;DISPLAY=FULLSIZE;FMTTYPE=image/jpeg", image)]),
    ...(event.attendanceMode === 1 || event.onlineAccessLink === null
      ? []
      : [calendarLine("CONFERENCE;VALUE=URI", event.onlineAccessLink)])
  ].join("")
}

/** The lines of the slots of an event. What its slots share is written once. */
const slotLines = (published: PublishedEvent, { agendaUrl, imageBase, languages }: CalendarOptions): (slot: Slot) => string => {
  const { event, location } = published
  const eventUrl = eventUrlOf(agendaUrl, event.slug)
  const place = placeOf(published)
  const keywords = chooseLanguage(event.keywords, languages) ?? []
  const about = [textIn(event.description, languages), textIn(event.conditions, languages), event.onlineAccessLink ?? ""]
  const description = about.map((text) => text === "" ? "" : escapeText(`${text}\n\n`)).join("")
  const identityOf = identityLines({ at: event.updatedAt, uid: event.uid, version: event.version })
  const beforeDescription = [
    calendarLine("CREATED", instant(event.createdAt)),
    calendarLine("STATUS", statuses[event.status]),
    calendarText("SUMMARY", textIn(event.title, languages))
  ].join("")
  const beforeUrl = [
    ...(place === null ? [] : [calendarText("LOCATION", place)]),
    location === null ? "" : coordinates(location),
    ...(keywords.length === 0 ? [] : [calendarText("CATEGORIES", ...keywords)])
  ].join("")
  const afterUrl = [
    mediaLines(published, imageBase),
    location === null || event.attendanceMode === 2 ? "" : placeLines(location),
    calendarLine("END", "VEVENT")
  ].join("")
  return (slot) => {
    const url = `${eventUrl}/${slot.id}`
    return [
      calendarLine("BEGIN", "VEVENT"),
      identityOf(slot),
      beforeDescription,
      contentLine("DESCRIPTION", `${description}${escapeText(url)}`),
      beforeUrl,
      calendarLine("URL", url),
      afterUrl
    ].join("")
  }
}

/** The header of a calendar, with the properties of RFC 7986 §5. */
const firstLines = ({ description, name, source, uid, url }: CalendarOptions): string =>
  [
    calendarLine("BEGIN", "VCALENDAR"),
    calendarLine("VERSION", "2.0"),
    calendarLine("PRODID", "-//agenda-engine//agenda-engine//EN"),
    calendarLine("CALSCALE", "GREGORIAN"),
    calendarText("UID", uid),
    calendarText("NAME", name),
    calendarText("X-WR-CALNAME", name),
    ...(description === "" ? [] : [calendarText("DESCRIPTION", description), calendarText("X-WR-CALDESC", description)]),
    calendarLine("URL", url),
    ...(source === null ? [] : [calendarLine("SOURCE;VALUE=URI", source)]),
    calendarLine("REFRESH-INTERVAL;VALUE=DURATION", refresh),
    calendarLine("X-PUBLISHED-TTL", refresh)
  ].join("")

/** A VEVENT per slot of some events. */
function* slotsLines(entries: Iterable<CalendarEntry>, options: CalendarOptions): Generator<string> {
  for (const { published, slotIds } of entries) {
    const linesOf = slotLines(published, options)
    for (const slot of published.event.timings) {
      if (slotIds === null || slotIds.includes(slot.id)) yield linesOf(slot)
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
