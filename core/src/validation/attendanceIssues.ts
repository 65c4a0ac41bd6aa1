import type { Event } from "../domain/Event.js"
import { type Issue, issue } from "../domain/Issue.js"
import type { EventDraft } from "./EventDraft.js"

/** What a draft says of attendance; a member is `"faulty"` when it was named and could not be read. */
export interface DraftedAttendance {
  readonly attendanceMode: EventDraft["attendanceMode"] | "faulty"
  readonly locationUid: EventDraft["locationUid"] | "faulty"
  readonly onlineAccessLink: EventDraft["onlineAccessLink"] | "faulty"
}

const inPerson = 1
const online = 2

/**
 * What is missing for the attendance that an event is to have (wire.md §5): a location unless it is online, a link unless it is in person.
 * What the draft leaves alone is as it is stored. Members that were faulty have been complained of, and are not again.
 */
export const attendanceIssues = (drafted: DraftedAttendance, stored: Event | null): ReadonlyArray<Issue> => {
  const mode = drafted.attendanceMode === undefined ? stored?.attendanceMode ?? inPerson : drafted.attendanceMode
  if (mode === "faulty") return []
  const location = drafted.locationUid === undefined ? stored?.locationUid ?? null : drafted.locationUid
  const link = drafted.onlineAccessLink === undefined ? stored?.onlineAccessLink ?? null : drafted.onlineAccessLink
  return [
    ...(mode !== online && location === null ? [issue("location.required", "locationUid")] : []),
    ...(mode !== inPerson && link === null ? [issue("link.required", "onlineAccessLink")] : [])
  ]
}
