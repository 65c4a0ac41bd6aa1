import { MailError } from "@agenda-engine/core/ports/Mailer"
import * as Predicate from "effect/Predicate"

const numberAt = (error: unknown, name: "responseCode"): number | null =>
  Predicate.hasProperty(error, name) && typeof error[name] === "number" ? error[name] : null

const textAt = (error: unknown, name: "code" | "command" | "response"): string =>
  Predicate.hasProperty(error, name) && typeof error[name] === "string" ? error[name] : ""

/**
 * Whether a server said for good that it does not take this mail: a reply of 500 or above to the recipient or to the mail itself (RFC 5321
 * §4.2.1), or an address that cannot be written in SMTP. A refused sender or password is the operator's to mend, and the mail waits for it.
 */
const isForGood = (error: unknown): boolean => {
  const reply = numberAt(error, "responseCode")
  const command = textAt(error, "command")
  if (reply === null) return textAt(error, "code") === "EENVELOPE"
  return reply >= 500 && (command.startsWith("RCPT") || command.startsWith("DATA"))
}

/** The failure of a mail that nodemailer could not hand over by SMTP. What it says is the server's reply, or what happened to the connection. */
export const smtpFailure = (error: unknown): MailError => {
  const said = textAt(error, "response") || (error instanceof Error ? error.message : String(error))
  return new MailError({ reason: isForGood(error) ? "permanent" : "temporary", message: said.slice(0, 500), cause: error })
}
