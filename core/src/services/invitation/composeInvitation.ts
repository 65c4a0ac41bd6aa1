import type * as Context from "effect/Context"
import { Role } from "../../domain/access/Member.js"
import { escapeHtml, isolateHtml } from "../../domain/text/markupText.js"
import { dateFormatter } from "../../domain/time/dateFormatter.js"
import type { Mail } from "../../ports/Mailer.js"
import type { RichText } from "../../ports/RichText.js"
import type { InvitationRecord } from "../../record/InvitationRecord.js"

/** The texts of an invitation mail in one language, without `<` and `&`: of arguments in HTML they make HTML. */
export interface InvitationTexts {
  readonly subject: (agenda: string) => string
  readonly invited: (agenda: string, role: string) => string
  readonly roles: { readonly [R in Role]: string }
  readonly accept: string
  /** The expiry date of the link. */
  readonly until: (day: string) => string
  readonly unexpected: string
}

/** The texts by language. */
export const invitationTexts = {
  en: {
    subject: (agenda) => `Invitation to the agenda “${agenda}”`,
    invited: (agenda, role) => `You are invited to the agenda “${agenda}” as ${role}.`,
    roles: { administrator: "administrator", moderator: "moderator", contributor: "contributor" },
    accept: "To accept the invitation, open this page:",
    until: (day) => `The link holds until ${day}.`,
    unexpected: "If you did not expect this invitation, there is nothing to do: without your consent nothing happens."
  },
  fr: {
    subject: (agenda) => `Invitation à l'agenda « ${agenda} »`,
    invited: (agenda, role) => `Vous êtes invité(e) à rejoindre l'agenda « ${agenda} » en tant que ${role}.`,
    roles: { administrator: "administrateur", moderator: "modérateur", contributor: "contributeur" },
    accept: "Pour accepter l'invitation, ouvrez cette page :",
    until: (day) => `Le lien est valable jusqu'au ${day}.`,
    unexpected: "Si vous n'attendiez pas cette invitation, il n'y a rien à faire : sans votre accord, rien ne se passe."
  }
} as const satisfies { readonly [lang: string]: InvitationTexts }

/** A language that invitations are available in. */
export type InvitationLanguage = keyof typeof invitationTexts

/** The language for a BCP 47 tag; English for unsupported ones. */
export const invitationLanguage = (tag: string): InvitationLanguage => /^fr\b/i.test(tag) ? "fr" : "en"

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
  const invited = (agenda: string) => texts.invited(agenda, texts.roles[role])
  const message = record.message === "" ? [] : [record.message]
  const quoted = record.message === "" ? "" : `<blockquote>${richText.toHtml(record.message)}</blockquote>\n`
  const address = escapeHtml(link)
  return {
    messageId: record.messageId,
    to: record.email,
    subject: texts.subject(title),
    text: `${[invited(title), ...message, `${texts.accept}\n${link}`, texts.until(day), texts.unexpected].join("\n\n")}\n`,
    html: `<!doctype html>
<html lang="${lang}" dir="ltr">
<body>
<p>${invited(isolateHtml(title))}</p>
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
