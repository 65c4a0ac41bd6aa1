import { accessibilityKinds } from "@agenda-engine/core/domain/event/Event"
import { availabilities, type Availability, type Pricing, pricings } from "@agenda-engine/core/domain/ticketing/Ticketing"
import type { Relative, RemovedFilter } from "@agenda-engine/core/query/event/EventQuery"
import {
  booleanOptions,
  type BoxParameter,
  type ChoiceParameter,
  type FormedParameter,
  type IntegerRangeParameter,
  type PairParameter,
  type Parameter,
  type RangeParameter,
  type TextParameter
} from "./Parameter.js"

const anyInteger = { kind: "integer", min: Number.MIN_SAFE_INTEGER, max: Number.MAX_SAFE_INTEGER } as const
const list = { aliases: [], absent: null, many: true } as const
const single = { aliases: [], many: false } as const

const place = (name: string, aliases: ReadonlyArray<string>, what: string, example: string): TextParameter => ({
  kind: "text",
  name,
  aliases,
  description: `${what} of the event's location. Whole names are compared, ignoring case and accents. Several are combined by OR.`,
  absent: null,
  example,
  many: true
})

const relative: ChoiceParameter<Relative> = {
  ...list,
  kind: "choice",
  name: "relative",
  description: "Relation to now: `passed` when all slots have ended, `upcoming` when none has begun, else `current`.",
  example: "upcoming",
  options: [["passed", "passed"], ["current", "current"], ["ongoing", "current"], ["upcoming", "upcoming"]]
}

const state: ChoiceParameter<number> = {
  ...list,
  kind: "choice",
  name: "state",
  description:
    "Moderation state: 2 published, 1 ready to publish, 0 to review, -1 refused. Other values than 2 require a moderator or administrator. Not across agendas.",
  absent: "2",
  example: "2",
  options: [["2", 2], ["1", 1], ["0", 0], ["-1", -1]]
}

const mine: ChoiceParameter<boolean> = {
  ...single,
  kind: "choice",
  name: "mine",
  description:
    "1 for the events that the caller contributed, in all states unless `state` is given. For members, with an access token or a secret key. Not across agendas.",
  absent: "0",
  example: "1",
  options: booleanOptions
}

const featured: ChoiceParameter<boolean> = {
  ...list,
  kind: "choice",
  name: "featured",
  description: "1 for featured events, 0 for the others. Not across agendas.",
  example: "1",
  options: booleanOptions
}

const removed: ChoiceParameter<RemovedFilter> = {
  ...single,
  kind: "choice",
  name: "removed",
  description: "0: existing events. 1: tombstones of events that were removed or unpublished. null or empty: both, for synchronisation.",
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

const availability: ChoiceParameter<Availability> = {
  ...list,
  kind: "choice",
  name: "availability",
  description: "Ticket availability of the event: of all its slots that have not begun. Several are combined by OR.",
  example: "available",
  options: availabilities.map((word) => [word, word] as const)
}

const bookable: ChoiceParameter<boolean> = {
  ...list,
  kind: "choice",
  name: "bookable",
  description: "1 for events whose tickets are available or limited, 0 for the others, including those without offers.",
  example: "1",
  options: booleanOptions
}

const pricing: ChoiceParameter<Pricing> = {
  ...list,
  kind: "choice",
  name: "pricing",
  description:
    "Pricing of all offers together. Several are combined by OR. It is unknown for events that only have availability; events with neither match nothing.",
  example: "free",
  options: pricings.map((word) => [word, word] as const)
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

const accessibility: ChoiceParameter<(typeof accessibilityKinds)[number]> = {
  ...list,
  kind: "choice",
  name: "accessibility",
  description: "Kinds of accessibility: hi hearing, vi visual, pi psychic, mi motor, ii intellectual. Several are combined by OR.",
  example: "mi",
  options: accessibilityKinds.map((kind) => [kind, kind] as const)
}

const extId: PairParameter = {
  ...list,
  kind: "pair",
  name: "extId",
  description:
    "An external identifier of the event, `extId[key]` and `extId[value]`. Several (`extId[0][key]` and so on) are combined by OR.",
  example: "legacy"
}

const geo: BoxParameter = {
  ...list,
  kind: "box",
  name: "geo",
  description:
    "Events whose location lies in the box, edges included: `geo[northEast][lat]=48.9` and so on, or `geo.northEast.lat=48.9`. A box whose east is less than its west crosses the antimeridian. Several are combined by OR.",
  example: "48.9"
}

const age: IntegerRangeParameter = {
  ...list,
  kind: "integerRange",
  name: "age",
  min: 0,
  max: Number.MAX_SAFE_INTEGER,
  description:
    "Events for people of these ages: the maximum age is at least `gte`, the minimum at most `lte`. Events without ages match nothing.",
  example: "6"
}

const numeric = /^-?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?$/i

const readThreshold = (text: string): number | "auto" | "off" | undefined => {
  if (text === "auto") return "auto"
  if (text === "off" || text === "false") return "off"
  return numeric.test(text.trim()) ? Number(text) : undefined
}

const threshold: FormedParameter<number | "auto" | "off"> = {
  ...single,
  kind: "formed",
  name: "threshold",
  takes: "off, false, auto or a number",
  read: readThreshold,
  description:
    "Minimum score of the results of `search`: a number, or auto for the largest drop between scores, if it is at least by half. Ignored without `search`.",
  absent: "off",
  example: "auto"
}

/** Filter parameters of a list of events (service.md, filters; wire.md §6). */
export const eventFilterParameters = {
  uid: { ...list, ...anyInteger, name: "uid", description: "Uids of events. An unknown uid matches nothing.", example: "1" },
  slug: { ...list, kind: "text", name: "slug", description: "Slugs of events.", example: "summer-concert" },
  extId,
  originAgendaUid: { ...list, ...anyInteger, name: "originAgendaUid", description: "Uids of the events' agendas.", example: "101" },
  search: {
    ...list,
    kind: "text",
    name: "search",
    description:
      'Words in the title, keywords, location name and city, description and long description. All words must match, in any order and field; the last one also matches as a prefix; words "in quotes" must follow each other. Articles and other stop words of a text\'s language are ignored there, unless the search has no other word; in quotes they must occur, but do not add to the score. A phrase does not match the name or city of a location when its stop words belong to three languages of the event. A search without letters and digits matches nothing. Several searches are combined by OR, with at most 64 different words in all.',
    example: "jazz concert"
  },
  threshold,
  relative,
  timings: range("timings", ["date"], "Events with a slot that begins in the range. Several ranges are combined by OR."),
  createdAt: range("createdAt", [], "Events created in the range."),
  updatedAt: range("updatedAt", [], "Events last changed in the range; for tombstones, removed in the range."),
  keyword: {
    ...list,
    kind: "text",
    name: "keyword",
    description:
      "Keywords of the event, in any of its languages. Several are combined by AND. Whole keywords are compared, ignoring case and accents.",
    example: "jazz"
  },
  languages: {
    ...list,
    kind: "text",
    name: "languages",
    description: "Language codes of the event's texts: `pt` also matches `pt-BR`, `pt-BR` only itself.",
    example: "fr"
  },
  adminLevel1: place("adminLevel1", ["region"], "Region", "Bretagne"),
  adminLevel2: place("adminLevel2", ["department"], "Department", "Finistère"),
  adminLevel3: place("adminLevel3", [], "Third administrative level", "Brest"),
  adminLevel4: place("adminLevel4", ["city"], "City", "Quimper"),
  adminLevel5: place("adminLevel5", [], "Fifth administrative level", "Centre"),
  adminLevel6: place("adminLevel6", ["district"], "District", "Kerfeunteun"),
  countryCode: place("countryCode", [], "ISO 3166-1 code of the country", "FR"),
  locationUid: { ...list, ...anyInteger, name: "locationUid", description: "Uids of locations.", example: "7" },
  geo,
  accessibility,
  age,
  featured,
  state,
  mine,
  attendanceMode,
  status,
  availability,
  bookable,
  pricing,
  availabilityUpdatedAt: range(
    "availabilityUpdatedAt",
    [],
    "Events whose availability last changed in the range. Several ranges are combined by OR. Events whose availability never changed match nothing."
  ),
  removed
} as const satisfies Record<string, Parameter>
/** Filter parameters of a list of events. */
export type EventFilterParameters = typeof eventFilterParameters
