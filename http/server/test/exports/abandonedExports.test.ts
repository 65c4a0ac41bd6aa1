import { MailBox } from "@agenda-engine/conformance/testing/MailBox"
import { formatUtc } from "@agenda-engine/core/derive/dates/formatInstant"
import * as Engine from "@agenda-engine/core/Engine"
import * as MemoryStores from "@agenda-engine/core/memory/MemoryStores"
import { EventStore } from "@agenda-engine/core/ports/EventStore"
import * as WebCryptoSecrets from "@agenda-engine/core/secrets/WebCryptoSecrets"
import { Transfer } from "@agenda-engine/core/services/Transfer"
import { exportFormatNames } from "@agenda-engine/http/query/exportFormat"
import * as WebHandler from "@agenda-engine/http/WebHandler"
import * as MarkdownRichText from "@agenda-engine/richtext/MarkdownRichText"
import { expect, it } from "@effect/vitest"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Stream from "effect/Stream"
import { testImages } from "../../../test/world/testImages.js"
import { worldNow } from "../world/World.js"

const hour = 3_600_000
const events_count = 800

const lines = [
  JSON.stringify({ kind: "agenda", uid: 7, title: "Town", slug: "town", official: false }),
  ...Array.from({ length: events_count }, (_, index) =>
    JSON.stringify({
      kind: "event",
      agendaUid: 7,
      extId: { key: "place", value: `${index}` },
      data: {
        title: { fr: `Événement ${index}` },
        description: { fr: "Une soirée" },
        attendanceMode: 2,
        onlineAccessLink: "https://example.org/live",
        status: 1,
        state: 2,
        timezone: "Europe/Paris",
        timings: [{ begin: formatUtc(worldNow + index * hour), end: formatUtc(worldNow + (index + 1) * hour) }]
      }
    }))
]

it.scopedLive("a long export is not read to its end when its client goes away", () =>
  Effect.gen(function*() {
    const searches = { count: 0 }
    const stores = Layer.map(MemoryStores.layer, (context) => {
      const events = Context.get(context, EventStore)
      return Context.add(context, EventStore, {
        ...events,
        search: (plan) =>
          Effect.suspend(() => {
            searches.count++
            return events.search(plan)
          })
      })
    })
    const engine = yield* Layer.build(
      Engine.layer.pipe(Layer.provide([stores, WebCryptoSecrets.layer, testImages, MarkdownRichText.layer, MailBox.layer]))
    )
    yield* Effect.provide(
      Effect.flatMap(
        Transfer,
        (transfer) => transfer.import(Stream.fromIterable(lines), { ownerUid: null, dryRun: false, progress: () => Effect.void })
      ),
      engine
    )
    const { dispose, handler } = WebHandler.make(Layer.succeedContext(engine), { accessLog: false })
    for (const [index, format] of exportFormatNames.entries()) {
      searches.count = 0
      // Each has a filter of its own, so that none is in the page cache.
      const url = `https://host.example/agendas/7/events.v2.${format}?timings[gte]=2020-01-0${index + 1}`
      const { body, status } = yield* Effect.promise(() => handler(new Request(url)))
      expect(status, format).toBe(200)
      const reader = body?.getReader()
      yield* Effect.promise(async () => reader?.read())
      yield* Effect.promise(async () => reader?.cancel())
      yield* Effect.sleep(1_000)
      expect(searches.count, format).toBeLessThan(events_count / 100)
    }
    yield* Effect.promise(dispose)
  }), 120_000)
