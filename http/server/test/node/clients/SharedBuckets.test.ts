import { StoreError } from "@agenda-engine/core/domain/error/EngineError"
import type { SharedCounts } from "@agenda-engine/core/ports/host/RateCounts"
import * as Effect from "effect/Effect"
import { expect, it } from "vitest"
import { SharedBuckets } from "../../../src/node/clients/SharedBuckets.js"
import { TokenBuckets } from "../../../src/node/clients/TokenBuckets.js"

const quota = 20

/** Two processes with counts that they share, at an instant that `pass` changes. */
const processes = (requests = quota) => {
  let now = 60_000_000
  let isAway = false
  const counts = new Map<string, number>()
  const shared: SharedCounts = {
    add: (minute, added) =>
      Effect.suspend(() => {
        if (isAway) return new StoreError({ reason: "Unavailable", operation: "RateCounts.add", cause: "away" })
        for (const [name, taken] of added) counts.set(`${minute} ${name}`, (counts.get(`${minute} ${name}`) ?? 0) + taken)
        return Effect.succeed([...added.keys()].flatMap((name) =>
          [minute - 1, minute].map((at) => ({ name, minute: at, taken: counts.get(`${at} ${name}`) ?? 0 }))
        ))
      })
  }
  const process = () => new SharedBuckets("wrongSecrets", new TokenBuckets(requests, () => now), () => now)
  const [one, other] = [process(), process()]
  const exchange = () => Effect.runSync(Effect.all([one.exchange(shared), other.exchange(shared)]))
  return { one, other, exchange, pass: (ms: number) => void (now += ms), setAway: (away: boolean) => void (isAway = away) }
}

const isEmpty = (buckets: SharedBuckets, key: string) => buckets.wait_ms(key, 1) > 0

it("what one process takes is gone from the buckets of the others once they take from them", () => {
  const { exchange, one, other } = processes()
  for (let taken = 0; taken < quota; taken++) one.take("a", 1)
  exchange()
  expect([isEmpty(one, "a"), isEmpty(other, "a")]).toEqual([true, false])
  other.take("a", 1)
  exchange()
  expect([isEmpty(other, "a"), isEmpty(other, "b"), isEmpty(one, "b")]).toEqual([true, false, false])
})

it("two processes together give out one quota, and what comes back with time", () => {
  const { exchange, one, other, pass } = processes()
  let given = 0
  for (let second = 0; second < 60; second++) {
    for (const buckets of [one, other]) {
      if (isEmpty(buckets, "a")) continue
      buckets.take("a", 1)
      given++
    }
    exchange()
    pass(500)
  }
  // Half a minute gives half a quota back; each process is one exchange behind.
  expect(given).toBeGreaterThanOrEqual(quota)
  expect(given).toBeLessThanOrEqual(quota * 1.5 + 2)
})

it("what was taken just before a full minute is known after it", () => {
  const { exchange, one, other, pass } = processes()
  pass(59_000)
  for (let taken = 0; taken < quota; taken++) one.take("a", 1)
  exchange()
  pass(2_000)
  other.take("a", 1)
  exchange()
  expect(isEmpty(other, "a")).toBe(true)
})

it("a quota of one lets requests pass while the counts are away", () => {
  const { exchange, one, pass, setAway } = processes(1)
  setAway(true)
  one.take("a", 1)
  exchange()
  expect(isEmpty(one, "a")).toBe(true)
  pass(60_000)
  expect(isEmpty(one, "a")).toBe(false)
})

it("each process gives out half while the counts are away, and what was taken is counted later", () => {
  const { exchange, one, other, setAway } = processes()
  setAway(true)
  one.take("a", 1)
  exchange()
  for (let taken = 1; taken < quota / 2; taken++) one.take("a", 1)
  expect([isEmpty(one, "a"), isEmpty(one, "b")]).toEqual([true, false])
  setAway(false)
  exchange()
  expect(isEmpty(one, "a")).toBe(false)
  for (let taken = 0; taken < quota / 2; taken++) other.take("a", 1)
  exchange()
  expect(isEmpty(other, "a")).toBe(true)
})
