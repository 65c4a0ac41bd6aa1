import { operator } from "@agenda-engine/core/domain/access/Credential"
import * as Engine from "@agenda-engine/core/Engine"
import * as MemoryStores from "@agenda-engine/core/memory/MemoryStores"
import { ImageFetcher } from "@agenda-engine/core/ports/image/ImageFetcher"
import { ImageRenderer } from "@agenda-engine/core/ports/image/ImageRenderer"
import { ImageStore } from "@agenda-engine/core/ports/image/ImageStore"
import { Mailer } from "@agenda-engine/core/ports/Mailer"
import { EventQuery } from "@agenda-engine/core/query/event/EventQuery"
import * as WebCryptoSecrets from "@agenda-engine/core/secrets/WebCryptoSecrets"
import { authorized } from "@agenda-engine/core/services/Access"
import { Events } from "@agenda-engine/core/services/Events"
import * as MarkdownRichText from "@agenda-engine/richtext/MarkdownRichText"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

/** An engine in memory, without mails and images: for the tests of a host. */
export const memoryEngine = Engine.layer.pipe(
  Layer.provide([MemoryStores.layer, WebCryptoSecrets.layer, MarkdownRichText.layer]),
  Layer.provide([Mailer.none, ImageStore.none, ImageRenderer.none, ImageFetcher.none])
)

/** The code under test: the titles of what has not begun. */
export const comingTitles = (agendaUid: number) =>
  Effect.gen(function*() {
    const events = yield* Events
    const page = yield* authorized(operator, { _tag: "Uid", uid: agendaUid }, "events:read", (authorization) =>
      events.list(authorization, EventQuery.make({ relative: "upcoming" })))
    return page.events.map(({ title }) =>
      title.en
    )
  })
