import type { Limits } from "@agenda-engine/core/domain/Limits"
import type { Relative, RemovedFilter } from "@agenda-engine/core/query/EventQuery"
import { type EventSort, eventSorts } from "@agenda-engine/core/query/EventSort"
import { eventViewParameters, flag } from "./eventViewParameters.js"
import { booleanOptions, type ChoiceParameter, type Parameter, type RangeParameter, type TextParameter } from "./Parameter.js"

const anyInteger = { kind: "integer", min: Number.MIN_SAFE_INTEGER, max: Number.MAX_SAFE_INTEGER } as const
const list = { aliases: [], absent: null, many: true } as const
const single = { aliases: [], many: false } as const

const place = (name: string, aliases: ReadonlyArray<string>, what: string, example: string): TextParameter => ({
  kind: "text",
  name,
  aliases,
  description: `${what} of the event's location. Compared whole, case and accents folded; any of several.`,
  absent: null,
  example,
  many: true
})

const relative: ChoiceParameter<Relative> = {
  ...list,
  kind: "choice",
  name: "relative",
  description: "Where the event stands in time: every slot ended, none begun, or the rest.",
  example: "upcoming",
  options: [["passed", "passed"], ["current", "current"], ["ongoing", "current"], ["upcoming", "upcoming"]]
}

const state: ChoiceParameter<number> = {
  ...list,
  kind: "choice",
  name: "state",
  description: "Moderation state: 2 published, 1 ready to publish, 0 to review, -1 refused. Any but 2 needs a moderator or administrator.",
  absent: "2",
  example: "2",
  options: [["2", 2], ["1", 1], ["0", 0], ["-1", -1]]
}

const featured: ChoiceParameter<boolean> = {
  ...list,
  kind: "choice",
  name: "featured",
  description: "1 for featured events, 0 for the others.",
  example: "1",
  options: booleanOptions
}

const removed: ChoiceParameter<RemovedFilter> = {
  ...single,
  kind: "choice",
  name: "removed",
  description: "0: events that are there. 1: tombstones of removed ones only. null or empty: both, for synchronisation.",
  absent: "0",
  example: "null",
  options: [["0", "without"], ["1", "only"], ["null", "with"], ["", "with"], ["false", "without"], ["true", "only"]]
}

const attendanceMode: ChoiceParameter<number> = {
  ...list,
  kind: "choice",
  name: "attendanceMode",
  description: "1 in person, 2 online, 3 both.",
  example: "2",
  options: [["1", 1], ["2", 2], ["3", 3]]
}

const status: ChoiceParameter<number> = {
  ...list,
  kind: "choice",
  name: "status",
  description: "1 scheduled, 2 rescheduled, 3 moved online, 4 postponed, 5 full, 6 cancelled.",
  example: "1",
  options: [["1", 1], ["2", 2], ["3", 3], ["4", 4], ["5", 5], ["6", 6]]
}

const sort: ChoiceParameter<EventSort> = {
  ...list,
  kind: "choice",
  name: "sort",
  description: "The order of the list. The time orders put what has not ended first; ties end on the smaller uid.",
  absent: "timingsWithFeatured.asc",
  example: "updatedAt.asc",
  options: eventSorts.map((value) => [value, value] as const)
}

const range = (name: string, aliases: ReadonlyArray<string>, description: string): RangeParameter => ({
  kind: "range",
  name,
  aliases,
  description,
  absent: null,
  example: "2024-06-01",
  many: true
})

/** The parameters of a list of events (service.md, list events), as data. */
export const eventParameters = (limits: Limits) => ({
  uid: { ...list, ...anyInteger, name: "uid", description: "Uids of events. One that no event has matches nothing.", example: "1" },
  slug: { ...list, kind: "text", name: "slug", description: "Slugs of events.", example: "summer-concert" },
  relative,
  timings: range("timings", ["date"], "Events with a slot that begins within the range; several ranges: within any of them."),
  updatedAt: range("updatedAt", [], "Events last changed within the range. For removed ones the instant of removal counts."),
  keyword: {
    ...list,
    kind: "text",
    name: "keyword",
    description: "Keywords of the event, in any of its languages; all of several. Compared whole, case and accents folded.",
    example: "jazz"
  },
  adminLevel1: place("adminLevel1", ["region"], "Region", "Bretagne"),
  adminLevel2: place("adminLevel2", ["department"], "Department", "Finistère"),
  adminLevel3: place("adminLevel3", [], "Third administrative level", "Brest"),
  adminLevel4: place("adminLevel4", ["city"], "City", "Quimper"),
  adminLevel5: place("adminLevel5", [], "Fifth administrative level", "Centre"),
  adminLevel6: place("adminLevel6", ["district"], "District", "Kerfeunteun"),
  locationUid: { ...list, ...anyInteger, name: "locationUid", description: "Uids of locations.", example: "7" },
  featured,
  state,
  attendanceMode,
  status,
  removed,
  sort,
  size: {
    ...single,
    kind: "integer",
    name: "size",
    min: 0,
    max: limits.eventsPage_max,
    description: "How many events the page holds at most; 0 asks for the total alone.",
    absent: String(limits.eventsPage_default),
    example: "20"
  },
  from: {
    ...single,
    kind: "integer",
    name: "from",
    min: 0,
    max: Number.MAX_SAFE_INTEGER,
    description: "How many events to pass over. Not together with `after`, which stays exact while time passes.",
    absent: "0",
    example: "40"
  },
  after: {
    ...list,
    kind: "text",
    name: "after",
    description: "The `after` of the last answer, as it came: gives the page that follows.",
    example: "1711843200000"
  },
  ...eventViewParameters("0"),
  includeSort: flag("includeSort", "1 for what each event was sorted by, under `sort`.")
} as const satisfies Record<string, Parameter>)
/** The parameters of a list of events. */
export type EventParameters = ReturnType<typeof eventParameters>
