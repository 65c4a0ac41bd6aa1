import { describe, it } from "@effect/vitest"
import { fuzzers } from "./fuzzers.js"

describe("a parser of request bytes takes any input", () => {
  it.each(fuzzers)("%s", (_name, run) => run(500), 60_000)
})
