import { MailBox } from "@agenda-engine/conformance/testing/MailBox"
import { operator } from "@agenda-engine/core/domain/access/Credential"
import * as Engine from "@agenda-engine/core/Engine"
import * as MemoryStores from "@agenda-engine/core/memory/MemoryStores"
import type { Relative } from "@agenda-engine/core/query/event/Condition"
import { EventQuery } from "@agenda-engine/core/query/event/EventQuery"
import * as WebCryptoSecrets from "@agenda-engine/core/secrets/WebCryptoSecrets"
import { authorized } from "@agenda-engine/core/services/Access"
import { Events } from "@agenda-engine/core/services/Events"
import { Transfer } from "@agenda-engine/core/services/Transfer"
import * as MarkdownRichText from "@agenda-engine/richtext/MarkdownRichText"
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Stream from "effect/Stream"
import * as TestClock from "effect/TestClock"
import { testImages } from "../../../test/world/testImages.js"
import { clubAgenda, demoLines, townAgenda } from "../../src/demo/demoLines.js"

const engine = Engine.layer.pipe(
  Layer.provide([MemoryStores.layer, WebCryptoSecrets.layer, testImages, MarkdownRichText.layer, MailBox.layer])
)

const totalOf = (uid: number, relative: Relative) =>
  Effect.flatMap(
    Events,
    (events) => authorized(operator, { _tag: "Uid", uid }, "events:read", (by) => events.list(by, EventQuery.make({ relative, size: 0 })))
  ).pipe(Effect.map(({ total }) => total))

describe("demoLines", () => {
  it.effect.each([
    { label: "in winter", now: 1_736_424_000_000 },
    { label: "at midnight in summer", now: 1_751_328_000_000 },
    { label: "at the last millisecond of a day", now: 1_751_327_999_999 },
    { label: "the day before clocks go forward", now: 1_743_249_600_000 },
    { label: "the day clocks go back", now: 1_761_440_400_000 }
  ])("are all imported, with passed, current and upcoming events, $label", ({ now }) =>
    Effect.gen(function*() {
      yield* TestClock.setTime(now)
      const lines = demoLines(now)
      const transfer = yield* Transfer
      const report = yield* transfer.import(Stream.fromIterable(lines), { ownerUid: null, dryRun: false, progress: () => Effect.void })
      expect(report).toEqual({ created: lines.length, updated: 0, unchanged: 0, rejected: 0, errors: [] })
      for (const uid of [townAgenda, clubAgenda]) {
        for (const relative of ["passed", "current", "upcoming"] as const) expect(yield* totalOf(uid, relative)).toBeGreaterThan(0)
      }
    }).pipe(Effect.provide(engine)))
})
