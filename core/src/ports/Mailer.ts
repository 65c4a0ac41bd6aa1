import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"

/** One mail to one recipient. Header texts are unencoded: the mailer encodes them. */
export interface Mail {
  /** In angle brackets; a retry has the same one. */
  readonly messageId: string
  /** The bare address, without display name. */
  readonly to: string
  readonly subject: string
  /** The plain-text alternative. */
  readonly text: string
  /** The HTML alternative. */
  readonly html: string
  /** The language of the mail, a BCP 47 tag. */
  readonly lang: string
  /** Date header, epoch milliseconds. */
  readonly date: number
}

/** Sending a mail failed. `temporary`: a retry may succeed. `permanent`: no retry will. */
export class MailError extends Schema.TaggedError<MailError>("@agenda-engine/core/MailError")("MailError", {
  reason: Schema.Literal("temporary", "permanent"),
  /** For operators: contains no password and no text of the mail. */
  message: Schema.String,
  cause: Schema.optionalWith(Schema.Defect, { exact: true })
}) {}

/** Sends mails, for example by SMTP. */
export class Mailer extends Context.Tag("@agenda-engine/core/ports/Mailer")<Mailer, {
  /**
   * Submits a mail; success means that the next system is responsible for its delivery. When the outcome is unknown,
   * such as after a lost connection, it fails as `temporary`: delivery is at least once, with the same Message-ID.
   */
  readonly send: (mail: Mail) => Effect.Effect<void, MailError>
  /** The host name of the sender's address, used in Message-IDs. */
  readonly domain: string
}>() {
  /** Sends nothing: every mail fails as `permanent`, so that its invitation is `failed` and can still be accepted. */
  static readonly none: Layer.Layer<Mailer> = Layer.succeed(Mailer, {
    send: () => new MailError({ reason: "permanent", message: "no mailer is set up: mails are not sent" }),
    domain: "localhost"
  })
}
