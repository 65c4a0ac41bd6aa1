import { type Issue, issue } from "@agenda-engine/core/domain/Issue"
import type { Limits } from "@agenda-engine/core/domain/Limits"
import type { EventFilter, EventQuery, PageStart, PlaceField } from "@agenda-engine/core/query/EventQuery"
import * as Either from "effect/Either"
import type { EventParameters } from "./eventParameters.js"
import { ParameterReader } from "./ParameterReader.js"
import type { QueryTree } from "./parseQueryString.js"
import { readEventView } from "./readEventView.js"

const placeFields = ["adminLevel1", "adminLevel2", "adminLevel3", "adminLevel4", "adminLevel5", "adminLevel6"] as const

/** The object without its undefined members. */
const present = <A extends { readonly [key: string]: unknown }>(value: A): { readonly [K in keyof A]?: Exclude<A[K], undefined> } => {
  const kept: { [K in keyof A]?: Exclude<A[K], undefined> } = {}
  for (const key in value) {
    const member = value[key]
    if (isPresent(member)) kept[key] = member
  }
  return kept
}

const isPresent = <A>(value: A): value is Exclude<A, undefined> => value !== undefined

const readPlace = (reader: ParameterReader, parameters: EventParameters): EventFilter["place"] => {
  const place: { [F in PlaceField]?: ReadonlyArray<string> } = {}
  for (const field of placeFields) {
    const names = reader.text(parameters[field])
    if (names !== undefined) place[field] = names
  }
  return Object.keys(place).length === 0 ? undefined : place
}

const readStart = (reader: ParameterReader, parameters: EventParameters): PageStart => {
  const cursor = reader.text(parameters.after)
  const skip = reader.oneInteger(parameters.from)
  if (cursor !== undefined && skip !== undefined) {
    reader.issues.push(issue("parameter.invalid", "from", { message: "from and after exclude each other", origin: String(skip) }))
  }
  if (cursor !== undefined) return { _tag: "After", cursor }
  return skip === undefined ? { _tag: "First" } : { _tag: "From", skip }
}

/**
 * Reads what a list of events was asked for, or every fault of the query string at once (wire.md §2, §6).
 * `now`, in epoch milliseconds, is what the word `today` is told by.
 */
export const readEventQuery = (
  tree: QueryTree,
  now: number,
  parameters: EventParameters,
  limits: Limits
): Either.Either<EventQuery, ReadonlyArray<Issue>> => {
  const reader = new ParameterReader(tree, now)
  const query: EventQuery = {
    filter: present({
      uid: reader.integers(parameters.uid),
      slug: reader.text(parameters.slug),
      state: reader.choices(parameters.state),
      featured: reader.choices(parameters.featured),
      relative: reader.choices(parameters.relative),
      keyword: reader.text(parameters.keyword),
      locationUid: reader.integers(parameters.locationUid),
      place: readPlace(reader, parameters),
      timings: reader.ranges(parameters.timings),
      updatedAt: reader.ranges(parameters.updatedAt),
      attendanceMode: reader.choices(parameters.attendanceMode),
      status: reader.choices(parameters.status)
    }),
    removed: reader.choice(parameters.removed) ?? "without",
    sort: reader.choices(parameters.sort) ?? [],
    start: readStart(reader, parameters),
    size: reader.oneInteger(parameters.size) ?? limits.eventsPage_default,
    ...readEventView(reader, parameters),
    includeSort: reader.choice(parameters.includeSort) ?? false,
    facets: []
  }
  return reader.issues.length === 0 ? Either.right(query) : Either.left(reader.issues)
}
