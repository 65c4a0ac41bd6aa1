import { Mailer, MailError } from "@agenda-engine/core/ports/Mailer"
import { loadNodemailer } from "@agenda-engine/mail/loadNodemailer"
import type { ConfigError } from "effect/ConfigError"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import { type MissingPackage, refusalOf } from "./EngineFault.js"
import type { MailOption } from "./EngineOptions.js"
import { loadOptional } from "./loadOptional.js"

const failed = (cause: unknown): MailError => new MailError({ ...refusalOf(cause), cause })

/** The mailer. `publicUrl` names the host in Message-IDs of mails that the host sends. */
export const mailerOf = (mail: MailOption, publicUrl: string | null): Layer.Layer<Mailer, MissingPackage> => {
  if (mail === "none") return Mailer.none
  if ("send" in mail) {
    const domain = publicUrl === null ? "localhost" : new URL(publicUrl).hostname
    return Layer.succeed(Mailer, { domain, send: (message) => Effect.tryPromise({ try: () => mail.send(message), catch: failed }) })
  }
  return Layer.unwrapEffect(Effect.gen(function*() {
    yield* loadOptional("nodemailer", "mail", loadNodemailer)
    const layer: Layer.Layer<Mailer, ConfigError | MailError> = "folder" in mail
      ? (yield* Effect.promise(() => import("@agenda-engine/mail/FolderMailer"))).layer(mail)
      : (yield* Effect.promise(() => import("@agenda-engine/mail/SmtpMailer"))).layer({ url: Redacted.make(mail.smtp), from: mail.from })
    // `checkOptions` has refused what it fails with, and the package is loaded.
    return Layer.orDie(layer)
  }))
}
