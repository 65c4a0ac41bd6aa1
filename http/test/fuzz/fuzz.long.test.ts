import { describe, it } from "@effect/vitest"
import { ofFull } from "../../../core/test/repository/ofFull.js"
import { fuzzers } from "./fuzzers.js"

describe("a parser of request bytes takes any input", () => {
  it.each(fuzzers)("%s", (_name, run) => run(ofFull(100_000)), 600_000)
})
