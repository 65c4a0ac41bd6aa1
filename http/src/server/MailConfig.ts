import * as Config from "effect/Config"
import * as ConfigError from "effect/ConfigError"
import * as Either from "effect/Either"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"

/** Where mails go, whose they are, and what the links in them are signed with. */
export interface MailConfig {
  /** `smtp://…` or `smtps://…`, or `folder:PATH`; null: the folder `mail` beside the database. */
  readonly target: Redacted.Redacted | null
  /** An address, or `Name <address>`; null: `agenda-engine@localhost`, for a folder alone. */
  readonly from: string | null
  /** Null: the one that the store keeps. */
  readonly invitationSecret: Redacted.Redacted | null
}

const secret_chars_min = 32

const isTarget = (target: Redacted.Redacted): boolean => /^(?:smtps?:\/\/.|folder:.)/.test(Redacted.value(target))

const optional = <A>(config: Config.Config<A>): Config.Config<A | null> => Config.map(Config.option(config), Option.getOrNull)

/** The configuration of mails, read from `AGENDA_…` of whatever `ConfigProvider` there is. A server needs a sender. */
export const mailConfig: Config.Config<MailConfig> = Config.nested(
  Config.all({
    target: optional(
      Config.redacted("MAIL").pipe(
        Config.validate({ message: "smtp://USER:PASSWORD@HOST, smtps://… or folder:PATH is expected", validation: isTarget }),
        Config.withDescription("where mails go: smtp://…, smtps://… or folder:PATH")
      )
    ),
    from: optional(Config.nonEmptyString("MAIL_FROM").pipe(Config.withDescription("the sender of mails: an address, or Name <address>"))),
    invitationSecret: optional(
      Config.redacted("INVITATION_SECRET").pipe(
        Config.validate({
          message: `at least ${secret_chars_min} characters are expected`,
          validation: (secret: Redacted.Redacted) => Redacted.value(secret).length >= secret_chars_min
        }),
        Config.withDescription("what links in invitations are signed with; without it one that the database keeps")
      )
    )
  }),
  "AGENDA"
).pipe(
  Config.mapOrFail((config) =>
    config.from === null && config.target !== null && !Redacted.value(config.target).startsWith("folder:")
      ? Either.left(ConfigError.MissingData(["AGENDA", "MAIL_FROM"], "mails that are sent need a sender"))
      : Either.right(config)
  )
)
