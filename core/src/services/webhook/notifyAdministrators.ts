import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { CurrentLimits } from "../../domain/Limits.js"
import { escapeHtml, isolateHtml } from "../../domain/text/markupText.js"
import { AgendaStore } from "../../ports/AgendaStore.js"
import { type Mail, Mailer, MailError } from "../../ports/Mailer.js"
import { MemberStore } from "../../ports/MemberStore.js"
import type { AgendaRecord } from "../../record/AgendaRecord.js"
import type { WebhookRecord } from "../../record/WebhookRecord.js"
import { retryDelay } from "../../schedule/retryDelay.js"
import { contributionOf } from "../agenda/contributionOf.js"
import { invitationLanguage } from "../invitation/composeInvitation.js"
import { scanAll } from "../transaction/scanAll.js"

const texts = {
  en: {
    subject: (agenda: string) => `A webhook of the agenda “${agenda}” was disabled`,
    disabled: (agenda: string) => `A webhook of the agenda “${agenda}” was disabled. It receives no changes any more.`,
    address: (url: string) => `Address: ${url}`,
    reason: (reason: string) => `Reason: ${reason}`,
    remedy: "When the address answers again, set its state to active: delivery goes on with the first change that was not delivered."
  },
  fr: {
    subject: (agenda: string) => `Un webhook de l'agenda « ${agenda} » est désactivé`,
    disabled: (agenda: string) => `Un webhook de l'agenda « ${agenda} » est désactivé. Il ne reçoit plus de modifications.`,
    address: (url: string) => `Adresse : ${url}`,
    reason: (reason: string) => `Raison : ${reason}`,
    remedy: "Quand l'adresse répond de nouveau, remettez son état à active : l'envoi reprend à la première modification non reçue."
  }
} as const

const composeNotice = (record: WebhookRecord, agenda: AgendaRecord, lang: keyof typeof texts, to: string, domain: string): Mail => {
  const { address, disabled, reason, remedy, subject } = texts[lang]
  const title = agenda.title.replace(/\s+/g, " ").trim()
  const facts = [address(record.url), reason(record.reason ?? "")]
  return {
    messageId: `<webhook-${record.id.toLowerCase()}-${record.dueAt}@${domain}>`,
    to,
    subject: subject(title),
    text: `${[disabled(title), facts.join("\n"), remedy].join("\n\n")}\n`,
    html: `<!doctype html>
<html lang="${lang}" dir="ltr">
<body>
<p>${disabled(isolateHtml(title))}</p>
<p>${facts.map(escapeHtml).join("<br>")}</p>
<p>${escapeHtml(remedy)}</p>
</body>
</html>
`,
    lang,
    date: record.dueAt
  }
}

/**
 * Mails the administrators of the agenda that a webhook was disabled. Returns what is to be stored: it is done, or due
 * again after a temporary failure, and then every administrator gets the mail again.
 */
export const notifyAdministrators = Effect.fnUntraced(function*(record: WebhookRecord) {
  const done: Partial<WebhookRecord> = { isNoticeDue: false, attempts: 0 }
  const agenda = yield* Effect.flatMap(AgendaStore, (agendas) => agendas.find({ _tag: "Uid", uid: record.agendaUid }))
  if (agenda === null) return done
  const { domain, send } = yield* Mailer
  const { mail_seconds_max } = yield* CurrentLimits
  const members = yield* MemberStore
  const lang = invitationLanguage((yield* contributionOf(agenda)).defaultLang ?? "")
  const all = yield* scanAll((after: number, limit) => members.scan({ agendaUid: agenda.uid }, after, limit), ({ uid }) => uid, 0)
  const mails = all.filter(({ role }) => role === "administrator").map(({ email }) => composeNotice(record, agenda, lang, email, domain))
  const failures = yield* Effect.forEach(mails, (mail) =>
    send(mail).pipe(
      Effect.timeoutFail({
        duration: `${mail_seconds_max} seconds`,
        onTimeout: () => new MailError({ reason: "temporary", message: `the mail was not taken within ${mail_seconds_max} seconds` })
      }),
      Effect.as(null),
      Effect.catchTag("MailError", (failure) =>
        Effect.as(
          Effect.annotateLogs(Effect.logWarning("an administrator was not told of a disabled webhook"), {
            webhook: record.id,
            reason: failure.reason,
            message: failure.message
          }),
          failure.reason
        ))
    ))
  const attempts = record.attempts + 1
  const delay = failures.includes("temporary") ? yield* retryDelay(attempts) : null
  return delay === null ? done : { attempts, dueAt: (yield* Clock.currentTimeMillis) + delay }
})
