import { describe, expect, it } from "vitest"
import { largestCalls } from "./largestCalls.js"

/** Parameters that are plans or queries with a `limit`. */
const plans = ["AgendaStore.search", "EventSearch.search", "LocationStore.search", "TombstoneStore.withdrawals"]

describe("the docstrings of the store ports", () => {
  it("say the largest list and limit that the engine asks of each member", () => {
    const asked = [...largestCalls].filter(([name, { lists, parameters }]) =>
      lists.length > 0 || parameters.includes("limit") || plans.includes(name)
    )
    expect(asked.filter(([, { says }]) => says === null).map(([name]) => name)).toEqual([])
    const limited = asked.filter(([name, { parameters }]) => parameters.includes("limit") || plans.includes(name))
    expect(limited.filter(([, { limit }]) => limit === null).map(([name]) => name)).toEqual([])
    expect(limited.length).toBeGreaterThan(20)
  })
})
