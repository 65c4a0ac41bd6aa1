import { textFields } from "../../domain/event/Event.js"
import { isJsonObject, type Json } from "../../domain/text/Json.js"
import type { EventRecord } from "../../record/EventRecord.js"

const texts: ReadonlySet<string> = new Set(textFields)

/** Members of `EventSummary` and `EventDetail`, beside texts, that no list filters, sorts or counts by. */
const shownOnly: ReadonlySet<string> = new Set(["image", "imageCredits", "onlineAccessLink", "registration", "links"])

const membersOf = (text: string): ReadonlyArray<readonly [name: string, value: Json]> => {
  const document: Json = JSON.parse(text)
  return isJsonObject(document) ? Object.entries(document) : []
}

const isWritten = (text: Json): boolean => typeof text === "string" && text.trim() !== ""

/** What lists filter by: of a text its languages. */
const listedPart = ([name, value]: readonly [string, Json]): ReadonlyArray<Json> => {
  if (shownOnly.has(name)) return []
  if (!texts.has(name) || !isJsonObject(value)) return [name, value]
  return Object.keys(value).filter((language) => isWritten(value[language] ?? null))
}

/** All of an event that lists filter, sort or count by, except by search and its availability rows. */
const listedText = ({ extIds, slots, ...event }: EventRecord): string =>
  JSON.stringify([
    [event.slug, event.state, event.featured, event.status, event.attendanceMode, event.locationUid, event.contributorUid],
    [event.timezone, event.createdAt, event.publishedAt],
    slots.map(({ begin, end, id }) => [id, begin, end]),
    extIds.map(({ key, value }) => [key, value]),
    [...membersOf(event.summary), ...membersOf(event.detail)].map(listedPart)
  ])

/** Larger documents are not compared, in characters: to parse them would block other requests. */
const compared_chars = 65_536

const isSmall = ({ detail, summary }: EventRecord): boolean => detail.length + summary.length <= compared_chars

/**
 * Whether a change of an event may change which lists contain it, and where. False: only texts, pictures, links or
 * availability rows changed. Lists that do not read these (`readsContent`) then change only where they show the event.
 */
export const relists = (before: EventRecord, after: EventRecord): boolean =>
  !isSmall(before) || !isSmall(after) || listedText(before) !== listedText(after)
