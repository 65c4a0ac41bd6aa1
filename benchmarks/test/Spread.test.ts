import { expect, it } from "vitest"
import { ratioOf } from "../src/Report.js"
import { spreadOf } from "../src/Spread.js"

it.each([
  [[3], { min: 3, median: 3, max: 3 }],
  [[10, 2, 4], { min: 2, median: 4, max: 10 }],
  [[8, 2, 4, 6], { min: 2, median: 5, max: 8 }]
])("spreads %j", (numbers, spread) => {
  expect(spreadOf(numbers)).toEqual(spread)
})

it("compares servers round by round", () => {
  const round = (perSecond: number) => ({ requests: 1, perSecond, p50_ms: 1, p99_ms: 1 })
  const floor = { name: "floor", rounds: [round(100), round(50)] }
  const engine = { name: "engine", rounds: [round(50), round(50)] }
  expect(ratioOf([floor, engine])).toEqual({ min: 0.5, median: 0.75, max: 1 })
})
