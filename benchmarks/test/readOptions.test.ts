import * as Either from "effect/Either"
import { expect, it } from "vitest"
import { readOptions } from "../src/readOptions.js"

const messageOf = (...args: ReadonlyArray<string>): string =>
  Either.match(readOptions(args), { onLeft: ({ message }) => message, onRight: () => "" })

it("parses a command line", () => {
  expect(Either.getOrThrow(readOptions([]))).toMatchObject({ action: "bench", asked: ["core"], only: null, data: { events: 10_000 } })
  expect(Either.getOrThrow(readOptions(["--large", "--asked", "--seconds", "0.5"]))).toMatchObject({
    asked: ["core", "all"],
    data: { dataset: "large", agendas: "asked", events: 1_000_000 },
    settings: { measure_ms: 500 }
  })
  expect(Either.getOrThrow(readOptions(["--compare", "a", "b"]))).toMatchObject({
    action: "compare",
    named: ["a", "b"],
    data: { events: 2_000 }
  })
})

it("reports errors in a command line", () => {
  expect(messageOf("--nonsense")).toBe("Unknown option '--nonsense'")
  expect(messageOf("--only")).toContain("--only")
  expect(messageOf("single")).toBe("unexpected arguments: single")
  expect(messageOf("--compare", "a")).toBe("--compare takes two commits")
  expect(messageOf("--publish")).toBe("--publish takes reports")
  expect(messageOf("--rounds", "many")).toBe("--rounds takes a number from 1 on, not many")
})
