import { Mailer } from "@agenda-engine/core/ports/Mailer"
import { expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { readFileSync } from "node:fs"
import { vi } from "vitest"
import * as FolderMailer from "../src/FolderMailer.js"
import * as SmtpMailer from "../src/SmtpMailer.js"

const { nodemailer: range } = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8")).peerDependencies
const install = `(npm install nodemailer@${range})`

vi.mock("nodemailer", () => Promise.reject(new Error("Cannot find package 'nodemailer'")))

const from = "agenda@example.org"
const mail = { messageId: "<1@example.org>", to: "guest@example.org", subject: "s", text: "t", html: "h", lang: "en", date: 0 }

it.effect.each(
  [
    ["SmtpMailer", SmtpMailer.layer({ url: Redacted.make("smtp://localhost"), from })],
    ["FolderMailer", FolderMailer.layer({ folder: "missing", from })]
  ] as const
)("without nodemailer, mails of %s fail with an error that names it and how to install it", ([, layer]) =>
  Effect.gen(function*() {
    const error = yield* Effect.flip(Effect.flatMap(Mailer, (mailer) => mailer.send(mail)).pipe(Effect.provide(layer)))
    expect(error).toMatchObject({
      _tag: "MailError",
      reason: "temporary",
      message: expect.stringContaining(install)
    })
  }))
