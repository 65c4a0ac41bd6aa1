import type { Mailer, MailError } from "@agenda-engine/core/ports/Mailer"
import * as Config from "effect/Config"
import * as ConfigError from "effect/ConfigError"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import { dirname, join } from "node:path"

/** Target and sender of mails, and the secret that signs their links. */
export interface MailConfig {
  /** `smtp://…` or `smtps://…`, or `folder:PATH`. Null: the folder `mail` beside the database. */
  readonly target: Redacted.Redacted | null
  /** An address, or `Name <address>`. Null: `agenda-engine@localhost`, for a folder only. */
  readonly from: string | null
  /** Null: the secret stored in the database. */
  readonly invitationSecret: Redacted.Redacted | null
  /** Secrets from before, whose links stay valid; `stored`: that of the database. */
  readonly formerSecrets: ReadonlyArray<Redacted.Redacted | "stored">
}

const secret_chars_min = 32

const isTarget = (target: Redacted.Redacted): boolean => /^(?:smtps?:\/\/.|folder:.)/.test(Redacted.value(target))

const partsOf = (text: Redacted.Redacted): ReadonlyArray<string> => Redacted.value(text).split(",").map((part) => part.trim())

const optional = <A>(config: Config.Config<A>): Config.Config<A | null> => Config.map(Config.option(config), Option.getOrNull)

/** A validated secret. `Config.validate` on a named `Config.redacted` reports errors without the name. */
const secret = (name: string, rule: { readonly message: string; readonly validation: (text: Redacted.Redacted) => boolean }) =>
  Config.nested(Config.validate(Config.redacted(Config.string()), rule), name)

/**
 * The configuration of mails from `AGENDA_…` variables, through the current `ConfigProvider`. SMTP requires a sender.
 */
export const mailConfig: Config.Config<MailConfig> = Config.nested(
  Config.all({
    target: optional(
      secret("MAIL", { message: "smtp://USER:PASSWORD@HOST, smtps://… or folder:PATH is expected", validation: isTarget })
    ),
    from: optional(Config.nonEmptyString("MAIL_FROM")),
    invitationSecret: optional(
      secret("INVITATION_SECRET", {
        message: `at least ${secret_chars_min} characters are expected`,
        validation: (text) => Redacted.value(text).length >= secret_chars_min
      })
    ),
    formerSecrets: secret("INVITATION_FORMER_SECRETS", {
      message: `texts of at least ${secret_chars_min} characters or 'stored' are expected, separated by commas`,
      validation: (text) => partsOf(text).every((part) => part === "stored" || part.length >= secret_chars_min)
    }).pipe(
      Config.map((text) => partsOf(text).map((part) => part === "stored" ? part : Redacted.make(part))),
      Config.withDefault([])
    )
  }),
  "AGENDA"
).pipe(
  Config.mapOrFail((config) =>
    config.from === null && config.target !== null && !Redacted.value(config.target).startsWith("folder:")
      ? Either.left(ConfigError.MissingData(["MAIL_FROM"], "mails that are sent need a sender"))
      : Either.right(config)
  )
)

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
  const layer: Layer.Layer<Mailer, ConfigError.ConfigError | MailError> = Layer.unwrapEffect(
    target !== null && named.startsWith("smtp")
      ? Effect.map(
        Effect.promise(() => import("@agenda-engine/mail/SmtpMailer")),
        (mailer) => mailer.layer({ url: target, from: sender, lazy: true })
      )
      : Effect.map(
        Effect.promise(() => import("@agenda-engine/mail/FolderMailer")),
        (mailer) =>
          mailer.layer({ folder: named === "" ? besideDatabase(database) : named.slice("folder:".length), from: sender, lazy: true })
      )
  )
  return Layer.catchAll(layer, (error) => error._tag === "MailError" ? Layer.die(error) : Layer.fail(nameVariable(error)))
}
