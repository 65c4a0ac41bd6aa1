import { loadOnce } from "@agenda-engine/core/domain/loadOnce"
import { Mailer, MailError } from "@agenda-engine/core/ports/Mailer"
import * as Config from "effect/Config"
import * as ConfigError from "effect/ConfigError"
import * as Duration from "effect/Duration"
import type { DurationInput } from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Predicate from "effect/Predicate"
import * as Redacted from "effect/Redacted"
import type { SMTPTransportOptions } from "nodemailer"
import { nodemailer } from "./loadNodemailer.js"
import { messageOf, senderDomain } from "./messageOf.js"

const numberAt = (error: unknown, name: "responseCode"): number | null =>
  Predicate.hasProperty(error, name) && typeof error[name] === "number" ? error[name] : null

const textAt = (error: unknown, name: "code" | "command" | "response"): string =>
  Predicate.hasProperty(error, name) && typeof error[name] === "string" ? error[name] : ""

/**
 * Whether the server rejected the mail permanently: a reply of 500 or above to the recipient or the data (RFC 5321
 * §4.2.1), or an address that SMTP cannot express. A rejected sender or password is a configuration error: the mail
 * stays queued until it is fixed.
 */
const isForGood = (error: unknown): boolean => {
  const reply = numberAt(error, "responseCode")
  const command = textAt(error, "command")
  if (reply === null) return textAt(error, "code") === "EENVELOPE"
  return reply >= 500 && (command.startsWith("RCPT") || command.startsWith("DATA"))
}

/** Maps a nodemailer error. The message is the server's reply, or the connection error. */
const smtpFailure = (error: unknown): MailError => {
  const message = textAt(error, "response") || (error instanceof Error ? error.message : String(error))
  return new MailError({ reason: isForGood(error) ? "permanent" : "temporary", message: message.slice(0, 500), cause: error })
}

/** The SMTP server, and the sender of the mails. */
export interface SmtpOptions {
  /**
   * `smtp://user:password@host:587`, or `smtps://…` (port 465) for implicit TLS. With `smtp:`, STARTTLS is used where
   * the server offers it, and required with a password, except on localhost.
   */
  readonly url: Redacted.Redacted
  /** The sender: an address, or `Name <address>`. */
  readonly from: string
  /** How long to wait for a connection. Default: 10 seconds. */
  readonly connectTimeout?: DurationInput | undefined
  /**
   * Timeout of the server's greeting and of each reply. Default: 1 minute, because servers delay unknown clients and
   * scan a mail before they accept it. A mail whose reply times out is sent again, even if it was accepted.
   */
  readonly replyTimeout?: DurationInput | undefined
  /** Whether nodemailer loads with the first mail, and not when the layer is built. Default: false. */
  readonly lazy?: boolean | undefined
}

const invalid = (option: "from" | "url", message: string) => Either.left(ConfigError.InvalidData([option], message))

const isThisMachine = (host: string): boolean => host === "localhost" || host === "[::1]" || /^127(?:\.\d+){3}$/.test(host)

/** Percent-decodes a part of a URL. Null when it is malformed. */
const decode = (part: string): string | null => Option.getOrNull(Option.liftThrowable(decodeURIComponent)(part))

const expected = "smtp://USER:PASSWORD@HOST:PORT or smtps://… is expected"

/** The transport options of nodemailer. Fails where the URL is not one of an SMTP server. */
export const transportOf = (
  { connectTimeout = "10 seconds", replyTimeout = "1 minute", url }: Omit<SmtpOptions, "from" | "lazy">
): Either.Either<SMTPTransportOptions, ConfigError.ConfigError> => {
  const text = Redacted.value(url)
  const parsed = URL.canParse(text) ? new URL(text) : null
  if (parsed === null || !/^smtps?:$/.test(parsed.protocol) || parsed.hostname === "") return invalid("url", expected)
  const secure = parsed.protocol === "smtps:"
  const [user, pass] = [decode(parsed.username), decode(parsed.password)]
  if (user === null || pass === null) return invalid("url", expected)
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
 * Sends mails by SMTP, each over a new connection: a pooled one could resend a mail by itself when the connection
 * drops. Fails with `MailError` where nodemailer is not installed.
 */
export const layer = (options: SmtpOptions): Layer.Layer<Mailer, ConfigError.ConfigError | MailError> =>
  Layer.effect(
    Mailer,
    Effect.gen(function*() {
      const domain = senderDomain(options.from)
      if (domain === null) return yield* invalid("from", "a sender is an address, or Name <address>")
      const settings = yield* transportOf(options)
      if (options.lazy !== true) yield* nodemailer
      const transport = yield* loadOnce(Effect.map(nodemailer, ({ createTransport }) => createTransport(settings)))
      return {
        domain,
        send: (mail) =>
          Effect.flatMap(transport, (open) =>
            Effect.asVoid(Effect.tryPromise({ try: () => open.sendMail(messageOf(mail, options.from)), catch: smtpFailure })))
      }
    })
  )

/** `layer` with options from the configuration. */
export const layerConfig = (config: Config.Config.Wrap<SmtpOptions>): Layer.Layer<Mailer, ConfigError.ConfigError | MailError> =>
  Layer.unwrapEffect(Effect.map(Config.unwrap(config), layer))
