import * as Layer from "effect/Layer"
import type { RichText } from "./ports/RichText.js"
import type { Secrets } from "./ports/Secrets.js"
import type { Stores } from "./ports/Stores.js"
import { Access } from "./services/Access.js"
import { Agendas } from "./services/Agendas.js"
import { Events } from "./services/Events.js"
import { Freshness } from "./services/Freshness.js"
import { Keys } from "./services/Keys.js"
import { Locations } from "./services/Locations.js"
import { LocationSets } from "./services/LocationSets.js"
import { Members } from "./services/Members.js"
import { Networks } from "./services/Networks.js"
import { Retries } from "./services/Retries.js"
import { revisedStores } from "./services/revision/revisedStores.js"
import { Transfer } from "./services/Transfer.js"
import { Upkeep } from "./services/Upkeep.js"
import { Users } from "./services/Users.js"

/** Every service of the engine. */
export type Engine =
  | Access
  | Agendas
  | Events
  | Freshness
  | Keys
  | Locations
  | LocationSets
  | Members
  | Networks
  | Retries
  | Transfer
  | Upkeep
  | Users

/**
 * The whole engine over an adapter's stores, with descriptions made safe by an adapter's `RichText`.
 *
 * @example
 * const EngineLive = Engine.layer.pipe(
 *   Layer.provide(SqliteStores.layer({ filename: "agenda.db" })),
 *   Layer.provide(WebCryptoSecrets.layer),
 *   Layer.provide(MarkdownRichText.layer)
 * )
 */
export const layer: Layer.Layer<Engine, never, Stores | Secrets | RichText> = Transfer.layer.pipe(
  Layer.provideMerge(
    Layer.mergeAll(
      Agendas.layer,
      Events.layer,
      Freshness.layer,
      Keys.layer,
      Locations.layer,
      LocationSets.layer,
      Networks.layer,
      Retries.layer,
      Upkeep.layer,
      Users.layer
    )
  ),
  Layer.provideMerge(Members.layer),
  Layer.provideMerge(Access.layer),
  Layer.provide(revisedStores)
)
