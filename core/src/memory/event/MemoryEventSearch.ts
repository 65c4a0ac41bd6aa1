import * as HashMap from "effect/HashMap"
import * as Layer from "effect/Layer"
import { EventSearch } from "../../ports/event/EventSearch.js"
import { interpretTransitions, type TransitionSource } from "../../query/event/Transitions.js"
import { interpretPlan } from "../../query/interpret/interpretPlan.js"
import { interpretWords } from "../../query/interpret/interpretWords.js"
import type { MemoryDatabase } from "../MemoryDatabase.js"
import { type MemoryState, planData } from "../MemoryState.js"

const transitionSources = (state: MemoryState): ReadonlyArray<TransitionSource> =>
  HashMap.toValues(state.events).map(({ index, record }) => ({ ...record, intervals: index.availability }))

/** Searches in memory: each interprets its plan over all records. */
export const layer = (database: MemoryDatabase): Layer.Layer<EventSearch> =>
  Layer.succeed(EventSearch, {
    search: (plan) => database.read((state) => interpretPlan(plan, planData(state))),
    transitions: (plan) => database.read((state) => interpretTransitions(plan, HashMap.toValues(state.agendas), transitionSources(state))),
    words: (scope, beginning) => database.read((state) => interpretWords(planData(state), scope, beginning))
  })
