import { operator } from "@agenda-engine/core/domain/access/Credential"
import * as Engine from "@agenda-engine/core/Engine"
import * as WebCryptoSecrets from "@agenda-engine/core/secrets/WebCryptoSecrets"
import { authorized } from "@agenda-engine/core/services/Access"
import { Agendas } from "@agenda-engine/core/services/Agendas"
import { Events } from "@agenda-engine/core/services/Events"
import * as FolderImageStore from "@agenda-engine/images/FolderImageStore"
import * as Images from "@agenda-engine/images/Images"
import * as FolderMailer from "@agenda-engine/mail/FolderMailer"
import * as MarkdownRichText from "@agenda-engine/richtext/MarkdownRichText"
import * as SqliteStores from "@agenda-engine/sqlite/SqliteStores"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

/** The engine on a SQLite file. */
export const engineOn = (filename: string) =>
  Engine.layer.pipe(
    Layer.provide(SqliteStores.layer({ filename })),
    Layer.provide([WebCryptoSecrets.layer, MarkdownRichText.layer]),
    Layer.provide(Images.layer(FolderImageStore.layer({ folder: "images" }))),
    Layer.provide(FolderMailer.layer({ folder: "mail", from: "agenda@example.org" }))
  )

/** Makes an agenda with one event in it. */
export const announceConcert = Effect.gen(function*() {
  const agendas = yield* Agendas
  const events = yield* Events
  const { uid } = yield* agendas.create({ title: "Summer in town" })
  return yield* authorized(operator, { _tag: "Uid", uid }, "events:write", (authorization) =>
    events.create(authorization, {
      title: { en: "Concert on the river" },
      description: { en: "Brass on a barge, from sunset on" },
      attendanceMode: 2,
      onlineAccessLink: "https://live.example/concert",
      timings: [{ begin: "2030-06-21T21:30:00+02:00", end: "2030-06-21T23:00:00+02:00" }]
    }, { lang: null }))
})
