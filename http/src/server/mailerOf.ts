import type { Mailer } from "@agenda-engine/core/ports/Mailer"
import type { ConfigError } from "effect/ConfigError"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import { dirname, join } from "node:path"
import type { MailConfig } from "./MailConfig.js"

/** The folder for the mails of a database when none is named: `mail` beside a SQLite file, else in the folder that the program was started in. */
const besideDatabase = (database: string): string => {
  const file = /^sqlite:(?!:memory:$)(.+)$/.exec(database)?.[1]
  return file === undefined ? "mail" : join(dirname(file), "mail")
}

/** Mails as the configuration says, for the database of this name. Only what sends them is loaded. */
export const mailerOf = ({ from, target }: MailConfig, database: string): Layer.Layer<Mailer, ConfigError> => {
  const named = target === null ? "" : Redacted.value(target)
  const sender = from ?? "agenda-engine@localhost"
  return Layer.unwrapEffect(
    target !== null && named.startsWith("smtp")
      ? Effect.map(
        Effect.promise(() => import("@agenda-engine/mail/SmtpMailer")),
        (mailer) => mailer.layer({ url: target, from: sender })
      )
      : Effect.map(
        Effect.promise(() => import("@agenda-engine/mail/FolderMailer")),
        (mailer) => mailer.layer({ folder: named === "" ? besideDatabase(database) : named.slice("folder:".length), from: sender })
      )
  )
}
