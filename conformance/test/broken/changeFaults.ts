import { ChangeStore } from "@agenda-engine/core/ports/change/ChangeStore"
import { ConsumerStore } from "@agenda-engine/core/ports/change/ConsumerStore"
import { logStart } from "@agenda-engine/core/record/ChangeRecord"
import * as Effect from "effect/Effect"
import { broken, type BrokenStore } from "./BrokenStore.js"

/** The stores that break the log of changes. */
export const changeFaults: ReadonlyArray<BrokenStore> = [
  broken("gives changes positions of a sequence of its own", ["change.append.whole", "change.transaction"], ChangeStore, ({ append }) => {
    let sequence = 0
    return { append: (changes) => Effect.suspend(() => append(changes.map((change) => ({ ...change, position: ++sequence })))) }
  }),
  broken("keeps changes outside the transaction", ["change.transaction"], ChangeStore, (store) => {
    const kept: Array<Parameters<typeof store.append>[0][number]> = []
    return {
      append: (changes) => Effect.sync(() => void kept.push(...changes)),
      read: (agendaUid, after, limit) =>
        Effect.sync(() => kept.filter((change) => change.agendaUid === agendaUid && change.position > after.position).slice(0, limit))
    }
  }),
  broken("compares places by their position alone", ["change.read.after"], ChangeStore, ({ read }) => ({
    read: (agendaUid, { position }, limit, audience) => read(agendaUid, { position, ordinal: Number.MAX_SAFE_INTEGER }, limit, audience)
  })),
  broken("shows every reader every change", ["change.read.readers"], ChangeStore, ({ read }) => ({
    read: (agendaUid, after, limit) => read(agendaUid, after, limit)
  })),
  broken("leaves one change of a transaction out of the log", ["change.append.whole"], ChangeStore, ({ append }) => ({
    append: (changes) => append(changes.length > 1 ? changes.slice(0, -1) : changes)
  })),
  broken("tells of no floor", ["change.floor"], ChangeStore, () => ({
    floors: () => Effect.succeed({ privileged: logStart, public: logStart })
  })),
  broken("tells no floor of several agendas", ["change.floor"], ChangeStore, () => ({ floorsOf: () => Effect.succeed([]) })),
  broken("shows the last change of all, whatever the instant", ["change.read.readers"], ChangeStore, ({ lastOf }) => ({
    lastOf: (agendaUids, audience) => lastOf(agendaUids, audience)
  })),
  broken("raises no floor", ["change.floor"], ChangeStore, () => ({ cut: () => Effect.void })),
  broken("replaces the id of the log", ["change.generation"], ChangeStore, () => ({
    generation: (candidate) => Effect.succeed(candidate)
  })),
  broken("ends the lease of another process when a consumer is added again", ["consumer.add.kept"], ConsumerStore, ({ put }) => ({
    add: (name) => put({ name, owner: "", leaseUntil: 0 })
  })),
  broken("gives consumers no agenda that they have no place in", ["consumer.behind.order"], ConsumerStore, ({ behind }) => ({
    behind: (consumer, now, limit) =>
      Effect.map(behind(consumer, now, limit), (places) => places.filter(({ generation }) => generation !== null))
  })),
  broken("treats every parked change as due", ["consumer.parked.whole"], ConsumerStore, ({ parked }) => ({
    parked: (consumer, after, limit) => parked(consumer, after, limit)
  })),
  broken("leaves the places of a removed agenda", ["consumer.remove"], ConsumerStore, () => ({ removeOfAgenda: () => Effect.void }))
]
