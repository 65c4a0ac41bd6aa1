import { Mailer } from "@agenda-engine/core/ports/Mailer"
import * as Config from "effect/Config"
import * as ConfigError from "effect/ConfigError"
import type { DurationInput } from "effect/Duration"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import type { SMTPTransportOptions } from "nodemailer"
import { messageOf } from "./messageOf.js"
import { senderDomain } from "./senderDomain.js"
import { smtpFailure } from "./smtpFailure.js"

/** Which server takes the mails, and whose they are. */
export interface SmtpOptions {
  /**
   * `smtp://user:password@host:587`, or `smtps://…` (port 465) for TLS from the first byte. With `smtp:` TLS is begun where the server offers
   * it, and is required where there is a password, but on this machine itself.
   */
  readonly url: Redacted.Redacted
  /** The sender: an address, or `Name <address>`. */
  readonly from: string
  /** How long to wait for a connection. Default: 10 seconds. */
  readonly connectTimeout?: DurationInput | undefined
  /**
   * How long to wait for the server's greeting, and then for each of its replies. Default: 1 minute: servers make strangers wait, and read a
   * mail before they say that they took it. One that is given up before is sent again, though it was taken.
   */
  readonly replyTimeout?: DurationInput | undefined
}

const invalid = (message: string) => Either.left(ConfigError.InvalidData([], message))

const isThisMachine = (host: string): boolean => host === "localhost" || host === "[::1]" || /^127(?:\.\d+){3}$/.test(host)

/** What is written with percent signs in a part of a URL; null when that cannot be. */
const decoded = (part: string): string | null => Option.getOrNull(Option.liftThrowable(decodeURIComponent)(part))

const expected = "smtp://USER:PASSWORD@HOST:PORT or smtps://… is expected"

/** What nodemailer is told of a server. */
const transportOf = (
  { connectTimeout = "10 seconds", replyTimeout = "1 minute", url }: SmtpOptions
): Either.Either<SMTPTransportOptions, ConfigError.ConfigError> => {
  const text = Redacted.value(url)
  const parsed = URL.canParse(text) ? new URL(text) : null
  if (parsed === null || !/^smtps?:$/.test(parsed.protocol) || parsed.hostname === "") return invalid(expected)
  const secure = parsed.protocol === "smtps:"
  const [user, pass] = [decoded(parsed.username), decoded(parsed.password)]
  if (user === null || pass === null) return invalid(expected)
  const replies_ms = Duration.toMillis(replyTimeout)
  const login = user === "" ? {} : { auth: { user, pass } }
  return Either.right({
    host: parsed.hostname.replace(/^\[|\]$/g, ""),
    port: parsed.port === "" ? (secure ? 465 : 587) : Number(parsed.port),
    secure,
    requireTLS: !secure && user !== "" && !isThisMachine(parsed.hostname),
    connectionTimeout: Duration.toMillis(connectTimeout),
    greetingTimeout: replies_ms,
    socketTimeout: replies_ms,
    disableFileAccess: true,
    disableUrlAccess: true,
    ...login
  })
}

/**
 * Mails by SMTP, each over a connection of its own: one that is kept might send a mail again by itself when it is lost in the middle.
 * The library loads with the first mail.
 *
 * @example
 * SmtpMailer.layer({ url: Redacted.make("smtp://agenda:secret@mail.example.org:587"), from: "Agenda <agenda@example.org>" })
 */
export const layer = (options: SmtpOptions): Layer.Layer<Mailer, ConfigError.ConfigError> =>
  Layer.effect(
    Mailer,
    Effect.gen(function*() {
      const domain = senderDomain(options.from)
      if (domain === null) return yield* invalid("a sender is an address, or Name <address>")
      const settings = yield* transportOf(options)
      const transport = yield* Effect.cached(
        Effect.promise(async () => (await import("nodemailer")).createTransport(settings))
      )
      return {
        domain,
        send: (mail) =>
          Effect.flatMap(transport, (open) =>
            Effect.asVoid(Effect.tryPromise({ try: () => open.sendMail(messageOf(mail, options.from)), catch: smtpFailure })))
      }
    })
  )

/** `layer` with options from the configuration. */
export const layerConfig = (config: Config.Config.Wrap<SmtpOptions>): Layer.Layer<Mailer, ConfigError.ConfigError> =>
  Layer.unwrapEffect(Effect.map(Config.unwrap(config), layer))
