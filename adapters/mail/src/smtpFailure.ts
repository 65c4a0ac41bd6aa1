import { MailError } from "@agenda-engine/core/ports/Mailer"
import * as Predicate from "effect/Predicate"

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
export const smtpFailure = (error: unknown): MailError => {
  const message = textAt(error, "response") || (error instanceof Error ? error.message : String(error))
  return new MailError({ reason: isForGood(error) ? "permanent" : "temporary", message: message.slice(0, 500), cause: error })
}
