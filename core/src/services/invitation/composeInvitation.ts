import type * as Context from "effect/Context"
import { dateSayer } from "../../domain/dateSayer.js"
import { escapeHtml } from "../../domain/escapeHtml.js"
import { Role } from "../../domain/Member.js"
import type { Mail } from "../../ports/Mailer.js"
import type { RichText } from "../../ports/RichText.js"
import type { InvitationRecord } from "../../record/InvitationRecord.js"
import { type InvitationLanguage, invitationTexts } from "./invitationTexts.js"

/** What the mail of an invitation says beside what its record holds. */
export interface InvitationFacts {
  readonly agendaTitle: string
  readonly lang: InvitationLanguage
  /** The page on which it is accepted. */
  readonly link: string
}

/**
 * The mail of an invitation. It follows from the record and the facts alone, so that it is the same each time it is sent. The message in it
 * was made safe when it was stored, and is made so again on the way to HTML.
 */
export const composeInvitation = (
  richText: Context.Tag.Service<RichText>,
  record: InvitationRecord,
  { agendaTitle, lang, link }: InvitationFacts
): Mail => {
  const says = invitationTexts[lang]
  const title = agendaTitle.replace(/\s+/g, " ").trim()
  const role = Role.literals.find((known) => known === record.role) ?? "contributor"
  const day = dateSayer(new Intl.DateTimeFormat(lang, { day: "numeric", month: "long", year: "numeric", timeZone: "UTC" }))(
    record.expiresAt
  )
  const invited = says.invited(title, says.roles[role])
  const message = record.message === "" ? [] : [record.message]
  const quoted = record.message === "" ? "" : `<blockquote>${richText.toHtml(record.message)}</blockquote>\n`
  const address = escapeHtml(link)
  return {
    messageId: record.messageId,
    to: record.email,
    subject: says.subject(title),
    text: `${[invited, ...message, `${says.accept}\n${link}`, says.until(day), says.unexpected].join("\n\n")}\n`,
    html: `<!doctype html>
<html lang="${lang}">
<body>
<p>${escapeHtml(invited)}</p>
${quoted}<p>${escapeHtml(says.accept)}<br><a href="${address}">${address}</a></p>
<p>${escapeHtml(says.until(day))}</p>
<p>${escapeHtml(says.unexpected)}</p>
</body>
</html>
`,
    lang,
    date: record.createdAt
  }
}
