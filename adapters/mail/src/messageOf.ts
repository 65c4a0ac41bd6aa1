import type { Mail } from "@agenda-engine/core/ports/Mailer"
import * as DateTime from "effect/DateTime"
import type { SendMailOptions } from "nodemailer"

/** Of what stands between parts; RFC 2046 §5.1.1 allows 70, with what nodemailer adds. */
const boundary_chars_max = 40

/**
 * A mail as nodemailer takes it. Every text goes in as data, which it encodes for the header that it stands in: line ends in a subject or a
 * name begin no header. It opens no file and no URL that a text may name. What stands between its parts follows from the Message-ID, so that a mail
 * that is sent again is the same to the byte.
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
