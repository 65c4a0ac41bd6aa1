import { expect, it } from "vitest"
import { spreadOf } from "../src/Spread.js"

it.each([
  [[3], { min: 3, median: 3, max: 3 }],
  [[10, 2, 4], { min: 2, median: 4, max: 10 }],
  [[8, 2, 4, 6], { min: 2, median: 5, max: 8 }]
])("spreads %j", (numbers, spread) => {
  expect(spreadOf(numbers)).toEqual(spread)
})
