import { expect } from "vitest"
import type { Race } from "./raceOn.js"

/** The client ends with exactly what its key may see, and was never told what it may not. */
export const expectSynchronised = ({ log, mirror, tombstones, visible }: Race): void => {
  expect(log.unexpected).toEqual([])
  expect([...log.acknowledged.keys()].toSorted()).toEqual([
    "create or replace, published",
    "create or replace, to review",
    "publish",
    "remove",
    "unpublish",
    "update"
  ])
  expect(mirror.faults).toEqual([])
  expect(new Map([...mirror.events].toSorted(([left], [right]) => left - right))).toEqual(
    new Map([...visible].toSorted(([left], [right]) => left - right))
  )
  expect([...mirror.events.keys(), ...mirror.removed].filter((uid) => !log.published.has(uid))).toEqual([])
  // Of what is gone it was told, and of everything it was told that it is gone there is a tombstone, unless it is back.
  expect([...tombstones].filter((uid) => !mirror.removed.has(uid))).toEqual([])
  expect([...mirror.removed].filter((uid) => !tombstones.has(uid) && !visible.has(uid))).toEqual([])
}
