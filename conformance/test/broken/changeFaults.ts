import { ChangeStore } from "@agenda-engine/core/ports/change/ChangeStore"
import { ConsumerStore } from "@agenda-engine/core/ports/change/ConsumerStore"
import { logStart } from "@agenda-engine/core/record/ChangeRecord"
import * as Effect from "effect/Effect"
import { breaking, type BrokenStore } from "./BrokenStore.js"

/** The stores that break the log of changes. */
export const changeFaults: ReadonlyArray<BrokenStore> = [
  {
    fault: "gives changes positions of a sequence of its own",
    caughtBy: ["change.append.whole", "change.transaction"],
    layer: breaking(ChangeStore, ({ append }) => {
      let sequence = 0
      return { append: (changes) => Effect.suspend(() => append(changes.map((change) => ({ ...change, position: ++sequence })))) }
    })
  },
  {
    fault: "keeps changes outside the transaction",
    caughtBy: ["change.transaction"],
    layer: breaking(ChangeStore, (store) => {
      const kept: Array<Parameters<typeof store.append>[0][number]> = []
      return {
        append: (changes) => Effect.sync(() => void kept.push(...changes)),
        read: (agendaUid, after, limit) =>
          Effect.sync(() => kept.filter((change) => change.agendaUid === agendaUid && change.position > after.position).slice(0, limit))
      }
    })
  },
  {
    fault: "compares places by their position alone",
    caughtBy: ["change.read.after"],
    layer: breaking(ChangeStore, ({ read }) => ({
      read: (agendaUid, { position }, limit, audience) => read(agendaUid, { position, ordinal: Number.MAX_SAFE_INTEGER }, limit, audience)
    }))
  },
  {
    fault: "shows every reader every change",
    caughtBy: ["change.read.readers"],
    layer: breaking(ChangeStore, ({ read }) => ({ read: (agendaUid, after, limit) => read(agendaUid, after, limit) }))
  },
  {
    fault: "leaves one change of a transaction out of the log",
    caughtBy: ["change.append.whole"],
    layer: breaking(ChangeStore, ({ append }) => ({ append: (changes) => append(changes.length > 1 ? changes.slice(0, -1) : changes) }))
  },
  {
    fault: "tells of no floor",
    caughtBy: ["change.floor"],
    layer: breaking(ChangeStore, () => ({ floors: () => Effect.succeed({ privileged: logStart, public: logStart }) }))
  },
  {
    fault: "tells no floor of several agendas",
    caughtBy: ["change.floor"],
    layer: breaking(ChangeStore, () => ({ floorsOf: () => Effect.succeed([]) }))
  },
  {
    fault: "shows the last change of all, whatever the instant",
    caughtBy: ["change.read.readers"],
    layer: breaking(ChangeStore, ({ lastOf }) => ({ lastOf: (agendaUids, audience) => lastOf(agendaUids, audience) }))
  },
  {
    fault: "raises no floor",
    caughtBy: ["change.floor"],
    layer: breaking(ChangeStore, () => ({ cut: () => Effect.void }))
  },
  {
    fault: "replaces the id of the log",
    caughtBy: ["change.generation"],
    layer: breaking(ChangeStore, () => ({ generation: (candidate) => Effect.succeed(candidate) }))
  },
  {
    fault: "ends the lease of another process when a consumer is added again",
    caughtBy: ["consumer.add.kept"],
    layer: breaking(ConsumerStore, ({ put }) => ({ add: (name) => put({ name, owner: "", leaseUntil: 0 }) }))
  },
  {
    fault: "gives consumers no agenda that they have no place in",
    caughtBy: ["consumer.behind.order"],
    layer: breaking(ConsumerStore, ({ behind }) => ({
      behind: (consumer, now, limit) =>
        Effect.map(behind(consumer, now, limit), (places) => places.filter(({ generation }) => generation !== null))
    }))
  },
  {
    fault: "treats every parked change as due",
    caughtBy: ["consumer.parked.whole"],
    layer: breaking(ConsumerStore, ({ parked }) => ({ parked: (consumer, after, limit) => parked(consumer, after, limit) }))
  },
  {
    fault: "leaves the places of a removed agenda",
    caughtBy: ["consumer.remove"],
    layer: breaking(ConsumerStore, () => ({ removeOfAgenda: () => Effect.void }))
  }
]
