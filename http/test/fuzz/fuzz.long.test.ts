import { describe, it } from "@effect/vitest"
import { fuzzers } from "./fuzzers.js"

describe("a parser of request bytes takes any input", () => {
  it.each(fuzzers)("%s", (_name, run) => run(100_000), 600_000)
})
