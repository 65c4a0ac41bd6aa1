import * as Engine from "@agenda-engine/core/Engine"
import * as WebCryptoSecrets from "@agenda-engine/core/secrets/WebCryptoSecrets"
import * as WebHandler from "@agenda-engine/http/WebHandler"
import * as FolderImageStore from "@agenda-engine/images/FolderImageStore"
import * as Images from "@agenda-engine/images/Images"
import * as FolderMailer from "@agenda-engine/mail/FolderMailer"
import * as MarkdownRichText from "@agenda-engine/richtext/MarkdownRichText"
import * as SqliteMigrations from "@agenda-engine/sqlite/SqliteMigrations"
import * as SqliteStores from "@agenda-engine/sqlite/SqliteStores"
import type * as SqlClient from "@effect/sql/SqlClient"
import * as Layer from "effect/Layer"

/** `(Request) => Promise<Response>` for the `/v2` routes, over a connection that the host has open. */
export const handlerOver = (connection: Layer.Layer<SqlClient.SqlClient>) =>
  WebHandler.make(
    Engine.layer.pipe(
      Layer.provide(SqliteStores.layerClient),
      Layer.provide(Layer.effectDiscard(SqliteMigrations.upClient)),
      Layer.provide(connection),
      Layer.provide([WebCryptoSecrets.layer, MarkdownRichText.layer, Images.layer(FolderImageStore.layer({ folder: "images" }))]),
      Layer.provide(FolderMailer.layer({ folder: "mail", from: "agenda@example.org" }))
    ),
    { publicUrl: "https://host.example" }
  )
