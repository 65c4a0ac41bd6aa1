import { EventSearch } from "@agenda-engine/core/ports/event/EventSearch"
import * as Effect from "effect/Effect"
import { breaking, broken, type BrokenStore } from "./BrokenStore.js"

/** The stores that break where slots and tickets turn. */
export const transitionFaults: ReadonlyArray<BrokenStore> = [
  {
    fault: "returns a transition at the instant as the next one",
    caughtBy: ["event.transitions.around", "event.transitions.everywhere"],
    layer: breaking(EventSearch, (store) => ({ transitions: (plan) => store.transitions({ ...plan, at: plan.at - 1 }) }))
  },
  {
    fault: "includes transitions of drafts for the public",
    caughtBy: ["event.transitions.published", "event.transitions.everywhere"],
    layer: breaking(EventSearch, (store) => ({ transitions: (plan) => store.transitions({ ...plan, audience: "privileged" }) }))
  },
  {
    fault: "includes transitions of private and unindexed agendas",
    caughtBy: ["event.transitions.of-all", "event.transitions.within", "event.transitions.everywhere"],
    layer: breaking(EventSearch, (store) => ({
      transitions: (plan) =>
        plan.scope._tag === "Agenda" ? store.transitions(plan) : Effect.map(
          Effect.forEach([1, 2, 3, 4], (agendaUid) => store.transitions({ ...plan, scope: { _tag: "Agenda", agendaUid } })),
          (found) => ({
            last: found.reduce<number | null>(
              (last, transitions) => transitions.last === null ? last : Math.max(last ?? transitions.last, transitions.last),
              null
            ),
            next: found.reduce<number | null>(
              (next, transitions) => transitions.next === null ? next : Math.min(next ?? transitions.next, transitions.next),
              null
            )
          })
        )
    }))
  },
  broken("includes a transition at the end of the time window", ["event.transitions.window"], EventSearch, (store) => ({
    transitions: (plan) => store.transitions({ ...plan, until: plan.until + 1 })
  }))
]
