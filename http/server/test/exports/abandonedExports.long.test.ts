import { MailBox } from "@agenda-engine/conformance/testing/MailBox"
import * as Engine from "@agenda-engine/core/Engine"
import * as WebCryptoSecrets from "@agenda-engine/core/secrets/WebCryptoSecrets"
import { Agendas } from "@agenda-engine/core/services/Agendas"
import { exportFormatNames } from "@agenda-engine/http/query/exportFormat"
import * as WebHandler from "@agenda-engine/http/WebHandler"
import * as MarkdownRichText from "@agenda-engine/richtext/MarkdownRichText"
import { expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { testImages } from "../../../test/world/testImages.js"
import { countSearches, importEvents } from "./manyEvents.js"

const events_count = 800

it.scopedLive("a long export is not read to its end when its client goes away", () =>
  Effect.gen(function*() {
    const { search, stores } = countSearches()
    const engine = yield* Layer.build(
      Engine.layer.pipe(Layer.provide([stores, WebCryptoSecrets.layer, testImages, MarkdownRichText.layer, MailBox.layer]))
    )
    yield* Effect.provide(
      Effect.zipRight(Effect.flatMap(Agendas, (all) => all.create({ uid: 7, title: "Town" })), importEvents(7, events_count)),
      engine
    )
    const { dispose, handler } = WebHandler.make(Layer.succeedContext(engine), { accessLog: false })
    for (const [index, format] of exportFormatNames.entries()) {
      search.count = 0
      // Each has a filter of its own, so that none is in the page cache.
      const url = `https://host.example/agendas/7/events.v2.${format}?timings[gte]=2020-01-0${index + 1}`
      const { body, status } = yield* Effect.promise(() => handler(new Request(url)))
      expect(status, format).toBe(200)
      const reader = body?.getReader()
      yield* Effect.promise(async () => reader?.read())
      yield* Effect.promise(async () => reader?.cancel())
      yield* Effect.sleep(1_000)
      expect(search.count, format).toBeLessThan(events_count / 100)
    }
    yield* Effect.promise(dispose)
  }), 120_000)
