import { expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Logger from "effect/Logger"
import * as Option from "effect/Option"
import { logAccess } from "../../src/pipeline/accessLog.js"

it.effect("a long address is cut in the log, and never inside of a key", () => {
  const lines: Array<string> = []
  const key = "Zb3kQ9vT1xY7mN5pR2sW8dF4gH6jK0aL"
  return Effect.gen(function*() {
    for (let padding = 960; padding < 1_030; padding++) {
      const url = `/v2/agendas?${"x".repeat(padding - 20)}&x=y/${key}/${"z".repeat(30_000)}`
      yield* logAccess({ method: "GET", url, remoteAddress: Option.none() }, "one", 200, 0)
    }
    expect(lines).toHaveLength(70)
    for (const line of lines) {
      expect(line).not.toContain(key.slice(0, 4))
      expect(line.length).toBeLessThan(1_300)
    }
  }).pipe(Effect.provide(Logger.replace(Logger.defaultLogger, Logger.map(Logger.logfmtLogger, (line) => lines.push(line)))))
})
