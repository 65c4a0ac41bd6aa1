import { Mailer } from "@agenda-engine/core/ports/Mailer"
import { expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import { readFileSync } from "node:fs"
import { vi } from "vitest"
import * as FolderMailer from "../src/FolderMailer.js"
import * as SmtpMailer from "../src/SmtpMailer.js"

const { nodemailer: range } = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8")).peerDependencies

const missing = {
  _tag: "MailError",
  reason: "temporary",
  message: expect.stringContaining(`(npm install nodemailer@${range})`)
}

vi.mock("nodemailer", () => Promise.reject(new Error("Cannot find package 'nodemailer'")))

const from = "agenda@example.org"
const mail = { messageId: "<1@example.org>", to: "guest@example.org", subject: "s", text: "t", html: "h", lang: "en", date: 0 }

const mailers = [
  ["SmtpMailer", (lazy: boolean) => SmtpMailer.layer({ url: Redacted.make("smtp://localhost"), from, lazy })],
  ["FolderMailer", (lazy: boolean) => FolderMailer.layer({ folder: "missing", from, lazy })]
] as const

it.scoped.each(mailers)(
  "without nodemailer, the layer of %s fails with an error that names it and how to install it",
  ([, layer]) =>
    Effect.gen(function*() {
      expect(yield* Effect.flip(Layer.build(layer(false)))).toMatchObject(missing)
    })
)

it.effect.each(mailers)("without nodemailer, mails of a lazy %s fail with that error", ([, layer]) =>
  Effect.gen(function*() {
    const error = yield* Effect.flip(Effect.flatMap(Mailer, (mailer) => mailer.send(mail)).pipe(Effect.provide(layer(true))))
    expect(error).toMatchObject(missing)
  }))
