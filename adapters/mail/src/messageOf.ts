import type { Mail } from "@agenda-engine/core/ports/Mailer"
import * as DateTime from "effect/DateTime"
import type { SendMailOptions } from "nodemailer"

/**
 * A mail as nodemailer takes it. Every text goes in as data, which it encodes for the header that it stands in: line ends in a subject or a
 * name begin no header. It opens no file and no URL that a text may name.
 */
export const messageOf = (mail: Mail, from: string): SendMailOptions => ({
  from,
  to: { name: "", address: mail.to },
  subject: mail.subject,
  text: mail.text,
  html: mail.html,
  messageId: mail.messageId,
  date: DateTime.toDateUtc(DateTime.unsafeMake(mail.date)),
  headers: { "Content-Language": mail.lang, "Auto-Submitted": "auto-generated" },
  disableFileAccess: true,
  disableUrlAccess: true
})
