import type { Mailer } from "@agenda-engine/core/ports/Mailer"
import * as ConfigError from "effect/ConfigError"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import { dirname, join } from "node:path"
import type { MailConfig } from "./MailConfig.js"

/** The default folder for mails: `mail` beside a SQLite file, else in the working directory. */
const besideDatabase = (database: string): string => {
  const file = /^sqlite:(?!:memory:$)(.+)$/.exec(database)?.[1]
  return file === undefined ? "mail" : join(dirname(file), "mail")
}

/** The variables of a mailer's options. */
const variables: { readonly [option: string]: string } = { from: "MAIL_FROM", url: "MAIL" }

/** Adds the name of the variable to a mailer's configuration error. */
const nameVariable = (error: ConfigError.ConfigError): ConfigError.ConfigError =>
  error._op === "InvalidData"
    ? ConfigError.InvalidData(["AGENDA", ...error.path.map((option) => variables[option] ?? option)], error.message)
    : error

/** The mailer of the configuration, for this database. Only the needed module is loaded. */
export const mailerOf = ({ from, target }: MailConfig, database: string): Layer.Layer<Mailer, ConfigError.ConfigError> => {
  const named = target === null ? "" : Redacted.value(target)
  const sender = from ?? "agenda-engine@localhost"
  const layer: Layer.Layer<Mailer, ConfigError.ConfigError> = Layer.unwrapEffect(
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
  return Layer.mapError(layer, nameVariable)
}
