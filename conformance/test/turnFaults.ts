import { EventStore } from "@agenda-engine/core/ports/EventStore"
import * as Effect from "effect/Effect"
import { breaking, type BrokenStore } from "./BrokenStore.js"

/** The stores that break where slots and tickets turn. */
export const turnFaults: ReadonlyArray<BrokenStore> = [
  {
    fault: "takes a turn at the instant for the next one",
    caughtBy: ["event.turns.around", "event.turns.everywhere"],
    layer: breaking(EventStore, (store) => ({ transitions: (plan) => store.transitions({ ...plan, at: plan.at - 1 }) }))
  },
  {
    fault: "lets drafts turn for the public",
    caughtBy: ["event.turns.published", "event.turns.everywhere"],
    layer: breaking(EventStore, (store) => ({ transitions: (plan) => store.transitions({ ...plan, audience: "privileged" }) }))
  },
  {
    fault: "lets private and unindexed agendas turn for everybody",
    caughtBy: ["event.turns.of-all", "event.turns.within", "event.turns.everywhere"],
    layer: breaking(EventStore, (store) => ({
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
  {
    fault: "counts a turn at the end of the stretch",
    caughtBy: ["event.turns.stretch"],
    layer: breaking(EventStore, (store) => ({ transitions: (plan) => store.transitions({ ...plan, until: plan.until + 1 }) }))
  }
]
