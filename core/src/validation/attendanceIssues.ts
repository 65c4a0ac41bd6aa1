import type { AttendanceMode, Event } from "../domain/Event.js"
import { type Issue, issue } from "../domain/Issue.js"

/** What a draft says of attendance; undefined members are left alone. */
export interface DraftedAttendance {
  /** `"faulty"` when it was named and could not be read. */
  readonly attendanceMode: AttendanceMode | "faulty" | undefined
  /** Whether a location was named, a faulty one included. */
  readonly hasLocation: boolean | undefined
  /** Whether a link was named, a faulty one included. */
  readonly hasLink: boolean | undefined
}

const inPerson = 1
const online = 2

/**
 * What is missing for the attendance that an event is to have (wire.md §5): a location unless it is online, a link unless it is in person.
 * What the draft leaves alone is as it is stored. What was faulty has been complained of, and is not again.
 */
export const attendanceIssues = (drafted: DraftedAttendance, stored: Event | null): ReadonlyArray<Issue> => {
  const mode = drafted.attendanceMode ?? stored?.attendanceMode ?? inPerson
  if (mode === "faulty") return []
  const hasLocation = drafted.hasLocation ?? (stored !== null && stored.locationUid !== null)
  const hasLink = drafted.hasLink ?? (stored !== null && stored.onlineAccessLink !== null)
  return [
    ...(mode !== online && !hasLocation ? [issue("location.required", "locationUid")] : []),
    ...(mode !== inPerson && !hasLink ? [issue("link.required", "onlineAccessLink")] : [])
  ]
}
