import { Role } from "@agenda-engine/core/domain/access/Member"
import { escapeHtml, isolateHtml } from "@agenda-engine/core/domain/text/markupText"
import { type InvitationLanguage, invitationLanguage, invitationTexts } from "@agenda-engine/core/services/invitation/composeInvitation"
import type { Accepted, Invitations, OpenInvitation } from "@agenda-engine/core/services/Invitations"
import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type { ApiRequest } from "../request/ApiRequest.js"
import type { Handle, PlainHandlers } from "../request/Handle.js"
import { readRequestBody } from "../request/readEntity.js"
import type { Failure } from "../response/respondFailure.js"

/** The texts of the page in one language; `welcome` makes HTML of HTML. */
interface PageTexts {
  readonly title: string
  readonly as: (email: string) => string
  readonly name: string
  readonly accept: string
  readonly welcome: (agenda: string, role: string) => string
  readonly unknown: string
  readonly over: string
}

const pageTexts: { readonly [L in InvitationLanguage]: PageTexts } = {
  en: {
    title: "Invitation",
    as: (email) => `The invitation is for ${email}.`,
    name: "Your name",
    accept: "Accept the invitation",
    welcome: (agenda, role) => `You are now ${role} of the agenda “${agenda}”.`,
    unknown: "There is no such invitation. Check that the whole link of the mail was opened.",
    over: "This invitation can no longer be accepted: it has expired, was revoked or was used. Whoever invited you can do so again."
  },
  fr: {
    title: "Invitation",
    as: (email) => `L'invitation est destinée à ${email}.`,
    name: "Votre nom",
    accept: "Accepter l'invitation",
    welcome: (agenda, role) => `Vous êtes désormais ${role} de l'agenda « ${agenda} ».`,
    unknown: "Cette invitation n'existe pas. Vérifiez que le lien du courriel a été ouvert en entier.",
    over: "Cette invitation ne peut plus être acceptée : elle a expiré, a été révoquée ou a déjà servi. Demandez une nouvelle invitation."
  }
}

/** The page loads nothing from other origins, runs no script, cannot be framed, and submits its form only here. */
const headers = {
  "cache-control": "no-store",
  "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
  "x-robots-tag": "noindex"
}

const style = "body{font:1.1rem/1.5 system-ui,sans-serif;max-width:34rem;margin:3rem auto;padding:0 1rem}" +
  "label,input,button{display:block;font:inherit}input{width:100%;box-sizing:border-box;margin:.3rem 0 1rem;padding:.4rem}button{padding:.5rem 1rem}"

const pageOf = (lang: InvitationLanguage, status: number, content: string): HttpServerResponse.HttpServerResponse =>
  HttpServerResponse.text(
    `<!doctype html>
<html lang="${lang}" dir="ltr">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${pageTexts[lang].title}</title>
<style>${style}</style>
</head>
<body>
<h1>${pageTexts[lang].title}</h1>
${content}
</body>
</html>
`,
    { status, contentType: "text/html; charset=utf-8", headers: { ...headers, "content-language": lang } }
  )

/** HTML of a role in words. */
const roleIn = (lang: InvitationLanguage, role: string): string => {
  const known = Role.literals.find((literal) => literal === role)
  return escapeHtml(known === undefined ? role : invitationTexts[lang].roles[known])
}

/**
 * Language of the page by `Accept-Language` (RFC 9110 §12.5.4): the first supported one, since browsers list them in
 * order of preference.
 */
export const pageLanguage = (accepted: string): InvitationLanguage => {
  const known = accepted.split(",").map((range) => range.split(";", 1).join("").trim()).find((tag) => /^(?:fr|en)\b/i.test(tag))
  return invitationLanguage(known ?? "en")
}

/**
 * Page behind the link of an invitation mail, with a form that accepts the invitation. GET changes nothing, because
 * mail scanners follow links.
 */
const confirmationPage = (
  lang: InvitationLanguage,
  token: string,
  { agenda, hasAccount, invitation }: OpenInvitation
): HttpServerResponse.HttpServerResponse => {
  const says = pageTexts[lang]
  const name = hasAccount ? "" : `<label>${escapeHtml(says.name)} <input name="name" autocomplete="name" maxlength="255"></label>\n`
  return pageOf(
    lang,
    200,
    `<p>${invitationTexts[lang].invited(isolateHtml(agenda.title), roleIn(lang, invitation.role))}</p>
<p>${escapeHtml(says.as(invitation.email))}</p>
<form method="post" action="?">
<input type="hidden" name="token" value="${escapeHtml(token)}">
${name}<button type="submit">${escapeHtml(says.accept)}</button>
</form>`
  )
}

const acceptedPage = (lang: InvitationLanguage, { agenda, member }: Accepted): HttpServerResponse.HttpServerResponse =>
  pageOf(lang, 200, `<p>${pageTexts[lang].welcome(isolateHtml(agenda.title), roleIn(lang, member.role))}</p>`)

const unknownPage = (lang: InvitationLanguage): HttpServerResponse.HttpServerResponse =>
  pageOf(lang, 404, `<p>${escapeHtml(pageTexts[lang].unknown)}</p>`)

/** Page for an invitation that was accepted, revoked or has expired. */
const overPage = (lang: InvitationLanguage): HttpServerResponse.HttpServerResponse =>
  pageOf(lang, 410, `<p>${escapeHtml(pageTexts[lang].over)}</p>`)

const languageOf = ({ headers }: ApiRequest) => pageLanguage(headers["accept-language"] ?? "")

/** Answers failures with HTML pages, because these routes are opened in a browser. */
const orPage = (handle: (request: ApiRequest) => Effect.Effect<HttpServerResponse.HttpServerResponse, Failure>): Handle => (request) =>
  handle(request).pipe(
    Effect.catchTag("NotFound", () => Effect.succeed(unknownPage(languageOf(request)))),
    Effect.catchTag("Conflict", () => Effect.succeed(overPage(languageOf(request))))
  )

/**
 * `/invitation`, the link in mails. GET shows the invitation and changes nothing; POST of its form accepts it. The
 * token is the only credential; there is no cookie that another site could use.
 */
export const invitationRoutes = (invitations: Context.Tag.Service<Invitations>) => {
  const show: Handle = (request) => {
    const { token } = request.query
    const named = typeof token === "string" ? token : ""
    return Effect.map(invitations.open(named), (open) => confirmationPage(languageOf(request), named, open))
  }
  const accept: Handle = Effect.fnUntraced(function*(request) {
    const entity = yield* readRequestBody(request, "anonymous")
    const fields = entity._tag === "Form" ? entity.form.fields : new Map<string, string>()
    return acceptedPage(languageOf(request), yield* invitations.accept(fields.get("token") ?? "", fields.get("name")))
  })
  return { showInvitation: orPage(show), acceptInvitation: orPage(accept) } satisfies Partial<PlainHandlers>
}
