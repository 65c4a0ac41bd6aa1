import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"

/** One mail to one address. Texts of headers may hold anything: whoever writes the mail encodes them. */
export interface Mail {
  /** In angle brackets. A mail that is sent again bears the same. */
  readonly messageId: string
  /** The address alone. */
  readonly to: string
  readonly subject: string
  /** What clients show that show no HTML. */
  readonly text: string
  /** The same, as HTML. */
  readonly html: string
  /** A BCP 47 tag: the language it is in. */
  readonly lang: string
  /** When it was written, epoch milliseconds. */
  readonly date: number
}

/** A mail that was not taken. `temporary`: it may be taken when tried later; `permanent`: it never will be. */
export class MailError extends Schema.TaggedError<MailError>("@agenda-engine/core/MailError")("MailError", {
  reason: Schema.Literal("temporary", "permanent"),
  /** What went wrong, for operators: no password, no text of the mail. */
  message: Schema.String,
  cause: Schema.optionalWith(Schema.Defect, { exact: true })
}) {}

/** Hands mails to whatever brings them on their way. */
export class Mailer extends Context.Tag("@agenda-engine/core/ports/Mailer")<Mailer, {
  /**
   * Hands a mail over; success means that it was taken and is somebody else's to deliver. When it is not known whether it was (a connection
   * lost in the middle) the failure is `temporary`: a mail may come twice, with the same Message-ID, rather than never.
   */
  readonly send: (mail: Mail) => Effect.Effect<void, MailError>
  /** The host name behind the sender's `@`, which Message-IDs end in. */
  readonly domain: string
}>() {}
