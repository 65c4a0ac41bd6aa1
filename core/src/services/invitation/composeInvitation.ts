import type * as Context from "effect/Context"
import { dateFormatter } from "../../domain/dateFormatter.js"
import { escapeHtml } from "../../domain/escapeHtml.js"
import { Role } from "../../domain/Member.js"
import type { Mail } from "../../ports/Mailer.js"
import type { RichText } from "../../ports/RichText.js"
import type { InvitationRecord } from "../../record/InvitationRecord.js"
import { type InvitationLanguage, invitationTexts } from "./invitationTexts.js"

/** Inputs of an invitation mail beside its record. */
export interface InvitationFacts {
  readonly agendaTitle: string
  readonly lang: InvitationLanguage
  /** URL of the page that accepts it. */
  readonly link: string
}

/**
 * Composes the mail of an invitation. It is deterministic for record and facts, so that every attempt sends the same
 * mail. The message was sanitized when it was stored, and is again when rendered as HTML.
 */
export const composeInvitation = (
  richText: Context.Tag.Service<RichText>,
  record: InvitationRecord,
  { agendaTitle, lang, link }: InvitationFacts
): Mail => {
  const texts = invitationTexts[lang]
  const title = agendaTitle.replace(/\s+/g, " ").trim()
  const role = Role.literals.find((known) => known === record.role) ?? "contributor"
  const day = dateFormatter(new Intl.DateTimeFormat(lang, { day: "numeric", month: "long", year: "numeric", timeZone: "UTC" }))(
    record.expiresAt
  )
  const invited = texts.invited(title, texts.roles[role])
  const message = record.message === "" ? [] : [record.message]
  const quoted = record.message === "" ? "" : `<blockquote>${richText.toHtml(record.message)}</blockquote>\n`
  const address = escapeHtml(link)
  return {
    messageId: record.messageId,
    to: record.email,
    subject: texts.subject(title),
    text: `${[invited, ...message, `${texts.accept}\n${link}`, texts.until(day), texts.unexpected].join("\n\n")}\n`,
    html: `<!doctype html>
<html lang="${lang}">
<body>
<p>${escapeHtml(invited)}</p>
${quoted}<p>${escapeHtml(texts.accept)}<br><a href="${address}">${address}</a></p>
<p>${escapeHtml(texts.until(day))}</p>
<p>${escapeHtml(texts.unexpected)}</p>
</body>
</html>
`,
    lang,
    date: record.createdAt
  }
}
