import { published } from "@agenda-engine/core/domain/Event"
import type { Condition, QueryPlan, Segment } from "@agenda-engine/core/query/QueryPlan"
import type { RowCondition } from "./compileCondition.js"

/**
 * The literal that makes an index over published events usable, or the one over the others (null: neither), and what `State` still has
 * to say.
 */
export interface Part {
  readonly state: "= 2" | "<> 2" | null
  readonly conditions: ReadonlyArray<RowCondition>
}

/** The condition of a plan that is a search; null where there is none. */
export const searchOf = ({ live }: QueryPlan): Extract<Condition, { readonly _tag: "Search" }> | null =>
  live?.find((condition) => condition._tag === "Search") ?? null

/** What a part says of the state of published events. */
export const publishedState: `= ${typeof published}` = "= 2"

/** What has not ended did not end before either. */
const isSaidByHalf = (condition: Condition, { half }: Pick<Segment, "half">, asOf: number): boolean =>
  condition._tag === "EndsFrom" && half === "notEnded" && condition.gte <= asOf

/** The parts of the events that a plan asks for in a half: published events, those in another state, or both. None: it asks for no state. */
export const partsOf = ({ asOf, live }: QueryPlan, segment: Pick<Segment, "half">): ReadonlyArray<Part> => {
  const conditions = (live ?? []).flatMap((condition) =>
    condition._tag === "Search" || isSaidByHalf(condition, segment, asOf) ? [] : [condition]
  )
  const stateAt = conditions.findIndex(({ _tag }) => _tag === "State")
  const asked = conditions[stateAt]
  const others = conditions.filter((_, place) => place !== stateAt)
  if (asked?._tag !== "State") return [{ state: publishedState, conditions }, { state: "<> 2", conditions }]
  const unpublished = asked.in.filter((state) => state !== published)
  return [
    ...(asked.in.includes(published) ? [{ state: publishedState, conditions: others }] : []),
    ...(unpublished.length === 0 ? [] : [{ state: "<> 2" as const, conditions: [...others, { _tag: "State" as const, in: unpublished }] }])
  ]
}

/** All events that a plan asks for, wherever they stand, as one part. */
export const wholeOf = (plan: QueryPlan): Part | null => {
  const [first, ...others] = partsOf(plan, { half: null })
  if (first === undefined) return null
  if (others.length === 0) return first
  return { state: null, conditions: (plan.live ?? []).flatMap((condition) => condition._tag === "Search" ? [] : [condition]) }
}
