import { expect } from "vitest"
import type { Race } from "./raceOn.js"

/** Every client ends with exactly what its key may see, and was never told what it may not. */
export const expectSynchronised = ({ clients, log }: Race): void => {
  expect(log.unexpected).toEqual([])
  expect([...log.acknowledged.keys()].toSorted()).toEqual([
    "create or replace, published",
    "create or replace, to review",
    "publish",
    "remove",
    "unpublish",
    "update"
  ])
  for (const { mirror, name, publishedOnly, tombstones, visible } of clients) {
    expect(mirror.faults, name).toEqual([])
    expect(new Map([...mirror.events].toSorted(([left], [right]) => left - right)), name).toEqual(
      new Map([...visible].toSorted(([left], [right]) => left - right))
    )
    if (publishedOnly) {
      expect([...mirror.events.keys(), ...mirror.removed].filter((uid) => !log.published.has(uid)), name).toEqual([])
    }
    // Of what is gone it was told, and of everything it was told that it is gone there is a tombstone, unless it is
    // back.
    expect([...tombstones].filter((uid) => !mirror.removed.has(uid)), name).toEqual([])
    expect([...mirror.removed].filter((uid) => !tombstones.has(uid) && !visible.has(uid)), name).toEqual([])
  }
}
