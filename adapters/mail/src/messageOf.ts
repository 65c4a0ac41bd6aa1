import type { Mail } from "@agenda-engine/core/ports/Mailer"
import * as DateTime from "effect/DateTime"
import type { SendMailOptions } from "nodemailer"

/** Length of the boundary between parts. RFC 2046 §5.1.1 allows 70, including what nodemailer adds. */
const boundary_chars_max = 40

/**
 * The mail in nodemailer's form. All texts are passed as data, which nodemailer encodes, so that a newline in a subject
 * or name cannot inject a header. Access to files and URLs is disabled. The boundary derives from the Message-ID, so
 * that a resent mail is byte-identical.
 */
export const messageOf = (mail: Mail, from: string): SendMailOptions => ({
  from,
  to: { name: "", address: mail.to },
  subject: mail.subject,
  text: mail.text,
  html: mail.html,
  messageId: mail.messageId,
  baseBoundary: mail.messageId.replace(/\W/g, "").slice(0, boundary_chars_max),
  date: DateTime.toDateUtc(DateTime.unsafeMake(mail.date)),
  headers: { "Content-Language": mail.lang, "Auto-Submitted": "auto-generated" },
  disableFileAccess: true,
  disableUrlAccess: true
})

/** The domain of a sender, `address` or `Name <address>`. Null when it is not an address. */
export const senderDomain = (from: string): string | null => {
  const [, bare, named] = /^(?:([^\s<>@]+@[^\s<>@]+)|[^<>\r\n]*<([^\s<>@]+@[^\s<>@]+)>)$/.exec(from.trim()) ?? []
  return (bare ?? named)?.split("@")[1]?.toLowerCase() ?? null
}
