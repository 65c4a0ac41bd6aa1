import * as Layer from "effect/Layer"
import type { ImageFetcher } from "./ports/ImageFetcher.js"
import type { ImageRenderer } from "./ports/ImageRenderer.js"
import type { ImageStore } from "./ports/ImageStore.js"
import type { Mailer } from "./ports/Mailer.js"
import type { RichText } from "./ports/RichText.js"
import type { Secrets } from "./ports/Secrets.js"
import type { Stores } from "./ports/Stores.js"
import { Access } from "./services/Access.js"
import { Agendas } from "./services/Agendas.js"
import { Events } from "./services/Events.js"
import { Freshness } from "./services/Freshness.js"
import { Images } from "./services/Images.js"
import { Invitations } from "./services/Invitations.js"
import { Keys } from "./services/Keys.js"
import { Locations } from "./services/Locations.js"
import { LocationSets } from "./services/LocationSets.js"
import { Members } from "./services/Members.js"
import { Networks } from "./services/Networks.js"
import { Publications } from "./services/Publications.js"
import { Removals } from "./services/Removals.js"
import { Retries } from "./services/Retries.js"
import { revisedStores } from "./services/revision/revisedStores.js"
import { heldReads } from "./services/transaction/heldReads.js"
import { Transfer } from "./services/Transfer.js"
import { Upkeep } from "./services/Upkeep.js"
import { Users } from "./services/Users.js"

/** Every service of the engine. */
export type Engine =
  | Access
  | Agendas
  | Events
  | Freshness
  | Images
  | Invitations
  | Keys
  | Locations
  | LocationSets
  | Members
  | Networks
  | Publications
  | Removals
  | Retries
  | Transfer
  | Upkeep
  | Users

/**
 * The whole engine over an adapter's stores, with descriptions made safe by an adapter's `RichText`, mails handed to a `Mailer`, and pictures
 * fetched, made and kept by the three ports of pictures.
 *
 * @example
 * Engine.layer.pipe(
 *   Layer.provide(SqliteStores.layer({ filename })),
 *   Layer.provide([WebCryptoSecrets.layer, MarkdownRichText.layer, Images.layer(FolderImageStore.layer({ folder: "images" }))]),
 *   Layer.provide(FolderMailer.layer({ folder: "mail", from: "agenda@example.org" }))
 * )
 */
export const layer: Layer.Layer<Engine, never, Mailer | Stores | Secrets | RichText | ImageStore | ImageRenderer | ImageFetcher> = Layer
  .merge(Transfer.layer, Invitations.layer).pipe(
    Layer.provideMerge(
      Layer.mergeAll(
        Agendas.layer,
        Events.layer,
        Freshness.layer,
        Images.layer,
        Keys.layer,
        Locations.layer,
        LocationSets.layer,
        Networks.layer,
        Publications.layer,
        Removals.layer,
        Retries.layer,
        Upkeep.layer,
        Users.layer
      )
    ),
    Layer.provideMerge(Members.layer),
    Layer.provideMerge(Access.layer),
    Layer.provide(heldReads),
    Layer.provide(revisedStores)
  )
