import type { AgendaPlan } from "@agenda-engine/core/query/agenda/AgendaPlan"
import type { QueryPlan } from "@agenda-engine/core/query/event/QueryPlan"
import type { LocationPlan } from "@agenda-engine/core/query/location/LocationPlan"
import { searchOf } from "./splitByState.js"

/** Larger pages are slow to read. Events with bodies may have hundreds of slots each, so their limit is lower. */
const page_max = { heads: 100, whole: 20 } as const

/** A larger OFFSET is slow. */
const skip_max = 1_000

/** Whether a list of events may be slow to read, however few events match. */
export const isLongEventPlan = (plan: QueryPlan): boolean =>
  plan.tallies.length > 0 || plan.limit > (plan.bodies ? page_max.whole : page_max.heads) || searchOf(plan) !== null ||
  (plan.start._tag === "Skip" && plan.start.count > skip_max)

/** Whether a list of locations may be slow to read: words are looked for in the text of every location. */
export const isLongLocationPlan = ({ limit, skip, words }: LocationPlan): boolean =>
  words.length > 0 || limit > page_max.heads || skip > skip_max

/** Whether a list of agendas may be slow to read: words and additions are looked for in the events of every agenda. */
export const isLongAgendaPlan = ({ limit, sort, words }: AgendaPlan): boolean =>
  words.length > 0 || limit > page_max.heads || sort === "recentlyAddedEvents"
