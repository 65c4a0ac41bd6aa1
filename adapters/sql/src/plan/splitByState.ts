import { published } from "@agenda-engine/core/domain/event/Event"
import type { Condition } from "@agenda-engine/core/query/event/Condition"
import type { QueryPlan, Segment } from "@agenda-engine/core/query/event/QueryPlan"
import type { RowCondition } from "./condition/compileCondition.js"

/**
 * A partition of a plan's events by state. `state` is the literal predicate that makes one partial index usable,
 * published or other; null for neither. `conditions` are the remaining conditions.
 */
export interface StatePartition {
  readonly state: "= 2" | "<> 2" | null
  readonly conditions: ReadonlyArray<RowCondition>
}

/** The search condition of a plan. Null when there is none. */
export const searchOf = ({ live }: QueryPlan): Extract<Condition, { readonly _tag: "Search" }> | null =>
  live?.find((condition) => condition._tag === "Search") ?? null

/** The predicate of published events. */
export const publishedState: `= ${typeof published}` = "= 2"

/** An event that has not ended at `asOf` ends at or after it. */
const isImpliedByEnded = (condition: Condition, { endedFilter }: Pick<Segment, "endedFilter">, asOf: number): boolean =>
  condition._tag === "EndsFrom" && endedFilter === "notEnded" && condition.gte <= asOf

/**
 * The partitions of the events that a plan matches in a half: published, other states, or both. Empty when the plan
 * asks for no state.
 */
export const splitByState = ({ asOf, live }: QueryPlan, segment: Pick<Segment, "endedFilter">): ReadonlyArray<StatePartition> => {
  const conditions = (live ?? []).flatMap((condition) =>
    condition._tag === "Search" || isImpliedByEnded(condition, segment, asOf) ? [] : [condition]
  )
  const stateIndex = conditions.findIndex(({ _tag }) => _tag === "State")
  const stateCondition = conditions[stateIndex]
  const others = conditions.filter((_, index) => index !== stateIndex)
  if (stateCondition?._tag !== "State") return [{ state: publishedState, conditions }, { state: "<> 2", conditions }]
  const unpublished = stateCondition.in.filter((state) => state !== published)
  return [
    ...(stateCondition.in.includes(published) ? [{ state: publishedState, conditions: others }] : []),
    ...(unpublished.length === 0 ? [] : [{ state: "<> 2" as const, conditions: [...others, { _tag: "State" as const, in: unpublished }] }])
  ]
}

/** All events of a plan as one partition. Null when the plan asks for no state. */
export const unsplit = (plan: QueryPlan): StatePartition | null => {
  const [first, ...others] = splitByState(plan, { endedFilter: null })
  if (first === undefined) return null
  if (others.length === 0) return first
  return { state: null, conditions: (plan.live ?? []).flatMap((condition) => condition._tag === "Search" ? [] : [condition]) }
}
