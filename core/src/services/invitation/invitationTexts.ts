import type { Role } from "../../domain/Member.js"

/** The texts of an invitation mail in one language. */
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
