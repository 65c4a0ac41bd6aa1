import * as Either from "effect/Either"
import * as Schema from "effect/Schema"
import { type Issue, issue } from "../../domain/error/Issue.js"
import type { AttendanceMode, Event } from "../../domain/event/Event.js"
import { LocationUid } from "../../domain/identity/Uid.js"
import type { Json } from "../../domain/text/Json.js"
import { fault, isBlank, type ParseResult } from "../value/ParseResult.js"

/** Attendance members of a draft; undefined members are unchanged. */
export interface DraftedAttendance {
  /** `"faulty"` when it was sent but could not be parsed. */
  readonly attendanceMode: AttendanceMode | "faulty" | undefined
  /** Whether a location was sent, valid or not. */
  readonly hasLocation: boolean | undefined
  /** Whether a link was sent, valid or not. */
  readonly hasLink: boolean | undefined
}

const inPerson = 1
const online = 2

/**
 * Issues for members that the attendance mode requires (wire.md §5): a location unless online, a link unless in person.
 * Members that the draft leaves unchanged are read from the stored event. Invalid members are not reported again.
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

const isLocationUid = Schema.is(LocationUid)

/**
 * Parses the uid of a location, an integer or its digits; null when absent. It does not check that the location exists.
 */
export const readLocationUid = (value: Json): ParseResult<LocationUid | null> => {
  if (isBlank(value)) return Either.right(null)
  const uid = typeof value === "string" && /^\d{1,16}$/.test(value.trim()) ? Number(value) : value
  if (isLocationUid(uid)) return Either.right(uid)
  return typeof uid === "number"
    ? fault(Number.isInteger(uid) ? "location.unknown" : "integer.invalid", "locationUid", { origin: value })
    : fault("type.invalid", "locationUid", { origin: value, message: "a whole number is expected" })
}
