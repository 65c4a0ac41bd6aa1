import type { Issue } from "@agenda-engine/core/domain/error/Issue"
import type { Limits } from "@agenda-engine/core/domain/Limits"
import { type ChangeQuery, fromNow } from "@agenda-engine/core/query/change/ChangeQuery"
import type { ChoiceParameter, Parameter, TextParameter } from "@agenda-engine/core/query/Parameter"
import { ChangeKind } from "@agenda-engine/core/record/ChangeRecord"
import * as Either from "effect/Either"
import { eventViewParameters, flag } from "./eventViewParameters.js"
import { ParameterReader } from "./ParameterReader.js"
import type { QueryTree } from "./parseQueryString.js"

/** Seconds that a page without changes may wait for one. */
const wait_seconds_max = 60

const { longDescriptionFormat, monolingual } = eventViewParameters("1")

const single = { aliases: [], many: false } as const

const after: TextParameter = {
  ...single,
  kind: "text",
  name: "after",
  description:
    "The `next` of an earlier response: what changed since. `now`: no changes, and the cursor to go on from. Absent: from the oldest change that is kept.",
  absent: null,
  example: "now"
}

const kinds: ChoiceParameter<ChangeKind> = {
  kind: "choice",
  name: "kind",
  aliases: [],
  many: true,
  description: "Only changes of these kinds. Whatever the kinds, a page shows the last change of a subject alone.",
  absent: null,
  example: "event.published",
  options: ChangeKind.literals.map((kind) => [kind, kind] as const)
}

/** Parameters of a list of changes (wire.md §9). */
export const changeParameters = (limits: Limits) => ({
  after,
  size: {
    ...single,
    kind: "integer",
    name: "size",
    min: 1,
    max: limits.changesPage_max,
    description: "Maximum number of changes per page, before those of one subject are folded into the last one.",
    absent: String(limits.changesPage_default),
    example: "100"
  },
  wait: {
    ...single,
    kind: "integer",
    name: "wait",
    min: 0,
    max: wait_seconds_max,
    description: "Seconds that a page without changes waits for one.",
    absent: "0",
    example: "30"
  },
  kinds,
  detailed: flag("detailed", "1 adds `event` to changes of events: what a read of the event returns now, null when it cannot be read."),
  longDescriptionFormat,
  monolingual
} as const satisfies Record<string, Parameter>)

/** Parses a query of changes; fails with all issues of the query string. */
export const readChangeQuery = (tree: QueryTree, limits: Limits): Either.Either<ChangeQuery, ReadonlyArray<Issue>> => {
  const parameters = changeParameters(limits)
  const reader = new ParameterReader(tree, 0)
  const detailed = reader.choice(parameters.detailed) ?? false
  const view = {
    detailed: true,
    monolingual: reader.oneFormed(parameters.monolingual),
    longDescriptionFormat: reader.choice(parameters.longDescriptionFormat)
  }
  const query: ChangeQuery = {
    after: reader.oneText(parameters.after),
    size: reader.oneInteger(parameters.size),
    wait_seconds: reader.oneInteger(parameters.wait),
    kinds: reader.choices(parameters.kinds),
    view: detailed ? view : undefined
  }
  return reader.issues.length === 0 ? Either.right(query) : Either.left(reader.issues)
}

/** The same query from the cursor that a client of a stream has reached, which it sends as `Last-Event-ID`. */
export const goingOn = (query: ChangeQuery, lastEventId: string | undefined): ChangeQuery =>
  lastEventId === undefined || lastEventId === "" || lastEventId === fromNow ? query : { ...query, after: lastEventId }
