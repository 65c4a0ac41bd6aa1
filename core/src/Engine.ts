import * as Context from "effect/Context"
import * as FiberRef from "effect/FiberRef"
import * as Layer from "effect/Layer"
import * as Tracer from "effect/Tracer"
import type { ImageFetcher } from "./ports/image/ImageFetcher.js"
import type { ImageRenderer } from "./ports/image/ImageRenderer.js"
import type { ImageStore } from "./ports/image/ImageStore.js"
import type { Mailer } from "./ports/Mailer.js"
import type { RichText } from "./ports/RichText.js"
import type { Secrets } from "./ports/Secrets.js"
import type { Stores } from "./ports/Stores.js"
import { Access } from "./services/Access.js"
import { Agendas } from "./services/Agendas.js"
import { tellListeners } from "./services/change/tellListeners.js"
import { Changes } from "./services/Changes.js"
import { ChangeConsumers } from "./services/consumer/ChangeConsumers.js"
import { RenderedLists } from "./services/event/RenderedLists.js"
import { SearchCache } from "./services/event/SearchCache.js"
import { ValidityWindows } from "./services/event/ValidityWindows.js"
import { Events } from "./services/Events.js"
import { GeocodedLocations } from "./services/GeocodedLocations.js"
import { Idempotency } from "./services/Idempotency.js"
import { Images } from "./services/Images.js"
import { Invitations } from "./services/Invitations.js"
import { Keys } from "./services/Keys.js"
import { Locations } from "./services/Locations.js"
import { LocationSets } from "./services/LocationSets.js"
import { Maintenance } from "./services/Maintenance.js"
import { Members } from "./services/Members.js"
import { Networks } from "./services/Networks.js"
import { PublishedEvents } from "./services/PublishedEvents.js"
import { Removals } from "./services/Removals.js"
import { revisedStores } from "./services/revision/revisedStores.js"
import { Revisions } from "./services/Revisions.js"
import { transactionCache } from "./services/transaction/transactionCache.js"
import { Transactions } from "./services/transaction/Transactions.js"
import { Transfer } from "./services/Transfer.js"
import { Users } from "./services/Users.js"
import { Webhooks } from "./services/webhook/Webhooks.js"

/** All services of the engine. */
export type Engine =
  | Access
  | Agendas
  | ChangeConsumers
  | Changes
  | Events
  | GeocodedLocations
  | Revisions
  | Images
  | Invitations
  | Keys
  | Locations
  | LocationSets
  | Members
  | Networks
  | PublishedEvents
  | Removals
  | RenderedLists
  | Idempotency
  | Transactions
  | Transfer
  | Maintenance
  | Users
  | Webhooks

/**
 * The complete engine. Requires an adapter's stores, `Secrets`, a `RichText` sanitizer, a `Mailer` and the three image
 * ports.
 *
 * @example
 * Engine.layer.pipe(
 *   Layer.provide(SqliteStores.layer({ filename })),
 *   Layer.provide([WebCryptoSecrets.layer, MarkdownRichText.layer]),
 *   Layer.provide(Images.layer(FolderImageStore.layer({ folder: "images" }))),
 *   Layer.provide(FolderMailer.layer({ folder: "mail", from: "agenda@example.org" }))
 * )
 */
export const layer: Layer.Layer<Engine, never, Mailer | Stores | Secrets | RichText | ImageStore | ImageRenderer | ImageFetcher> = Layer
  .mergeAll(ChangeConsumers.layer, tellListeners, Transfer.layer, Invitations.layer, Webhooks.layer).pipe(
    Layer.provideMerge(Changes.layer),
    Layer.provideMerge(
      Layer.mergeAll(
        Agendas.layer,
        Events.layer,
        GeocodedLocations.layer,
        Revisions.layer,
        Images.layer,
        Keys.layer,
        Locations.layer,
        LocationSets.layer,
        Networks.layer,
        PublishedEvents.layer,
        Removals.layer,
        RenderedLists.layer,
        Idempotency.layer,
        Maintenance.layer,
        Transactions.layer,
        Users.layer
      )
    ),
    Layer.provideMerge(Members.layer),
    Layer.provideMerge(Access.layer),
    Layer.provide([SearchCache.layer, ValidityWindows.layer]),
    Layer.provide(transactionCache),
    Layer.provide(revisedStores),
    // Services keep the context in which they are built. With its span, statements of requests would be in its trace.
    Layer.locallyWith(FiberRef.currentContext, Context.omit(Tracer.ParentSpan))
  )
