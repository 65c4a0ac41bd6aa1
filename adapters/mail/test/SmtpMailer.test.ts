import { type Mail, Mailer } from "@agenda-engine/core/ports/Mailer"
import { describe, expect, it } from "@effect/vitest"
import * as Config from "effect/Config"
import * as ConfigProvider from "effect/ConfigProvider"
import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Redacted from "effect/Redacted"
import { createServer } from "node:net"
import PostalMime from "postal-mime"
import * as SmtpMailer from "../src/SmtpMailer.js"
import { smtpWorld } from "./smtpWorld.js"

const mail: Mail = {
  messageId: "<abc123@agenda.example>",
  to: "zoé@example.org",
  subject: "Invitation à l'agenda « Été 𝄞 »\r\nBcc: victim@example.org",
  text: "Bonjour,\n\nhttps://agenda.example/invitation?token=" + "a.".repeat(60) + "\n.\nfin",
  html: "<p>Bonjour</p>",
  lang: "fr",
  date: 1_750_000_000_000
}
const ascii: Mail = { ...mail, to: "zoe@example.org" }
const from = "Agenda d'été <agenda@example.org>"

const sending = (port: number, sent: Mail = ascii, url = `smtp://127.0.0.1:${port}`, timeout: Duration.DurationInput = "20 seconds") =>
  Effect.flatMap(Mailer, (mailer) => mailer.send(sent)).pipe(
    Effect.provide(SmtpMailer.layer({ url: Redacted.make(url), from, connectTimeout: timeout, replyTimeout: timeout }))
  )

describe("SmtpMailer", () => {
  it.scopedLive("sends a whole email, and no header injected by its texts", () =>
    Effect.gen(function*() {
      const { port, received } = yield* smtpWorld({})
      yield* sending(port)
      const [one] = received
      expect(one).toMatchObject({ from: "agenda@example.org", to: ["zoe@example.org"] })
      const read = yield* Effect.promise(() => PostalMime.parse(one?.raw ?? ""))
      expect(read).toMatchObject({
        messageId: "<abc123@agenda.example>",
        from: { name: "Agenda d'été", address: "agenda@example.org" },
        to: [{ address: "zoe@example.org" }],
        date: "2025-06-15T15:06:40.000Z"
      })
      expect(read.subject).toContain("Invitation à l'agenda « Été 𝄞 »")
      expect(read.text?.trim()).toBe(ascii.text)
      expect(read.html?.trim()).toBe(ascii.html)
      const names = read.headers.map(({ key }) => key)
      expect(names).not.toContain("bcc")
      expect(read.headers).toEqual(expect.arrayContaining([expect.objectContaining({ key: "auto-submitted", value: "auto-generated" })]))
    }))

  it.scopedLive("writes to addresses in any script when the server supports them", () =>
    Effect.gen(function*() {
      const { port, received } = yield* smtpWorld({})
      yield* sending(port, mail)
      expect(received[0]?.to).toEqual(["zoé@example.org"])
    }))

  const replies = [
    { at: "recipient", code: 550, reason: "permanent" },
    { at: "recipient", code: 451, reason: "temporary" },
    { at: "data", code: 554, reason: "permanent" },
    { at: "data", code: 452, reason: "temporary" },
    { at: "sender", code: 550, reason: "temporary" }
  ] as const
  for (const { at, code, reason } of replies) {
    it.scopedLive(`treats ${code} at ${at} as ${reason}`, () =>
      Effect.gen(function*() {
        const { port, received } = yield* smtpWorld({ refuse: { at, code } })
        const outcome = yield* Effect.either(sending(port))
        expect(Either.isLeft(outcome) && outcome.left).toMatchObject({
          _tag: "MailError",
          reason,
          message: expect.stringContaining(`${code}`)
        })
        expect(received).toEqual([])
      }))
  }

  it.scopedLive("treats an absent or silent server as a temporary failure", () =>
    Effect.gen(function*() {
      const silent = createServer()
      yield* Effect.acquireRelease(
        Effect.promise(() => new Promise<void>((resolve) => silent.listen(0, "127.0.0.1", resolve))),
        () => Effect.sync(() => silent.close())
      )
      const address = silent.address()
      const port = typeof address === "object" && address !== null ? address.port : 0
      expect(yield* Effect.flip(sending(port, ascii, undefined, "200 millis"))).toMatchObject({ reason: "temporary" })
      expect(yield* Effect.flip(sending(1))).toMatchObject({ reason: "temporary" })
    }))

  it.scopedLive("logs in, retries after its password is corrected, and never reveals it", () =>
    Effect.gen(function*() {
      const { port, received } = yield* smtpWorld({ login: { user: "agenda", pass: "p@ss word" } })
      const password = encodeURIComponent("p@ss word")
      yield* sending(port, ascii, `smtp://agenda:${password}@127.0.0.1:${port}`)
      expect(received).toHaveLength(1)
      const refused = yield* Effect.flip(sending(port, ascii, `smtp://agenda:wr0ng@127.0.0.1:${port}`))
      expect(refused).toMatchObject({ reason: "temporary" })
      expect(JSON.stringify(refused)).not.toContain("wr0ng")
    }))

  it.effect("is configured by a URL and a sender, and refuses invalid ones", () =>
    Effect.gen(function*() {
      const config = { url: Config.redacted("MAIL"), from: Config.string("FROM") }
      const build = (url: string, sender: string) =>
        Effect.either(
          Effect.map(Mailer, ({ domain }) => domain).pipe(
            Effect.provide(SmtpMailer.layerConfig(config)),
            Effect.withConfigProvider(ConfigProvider.fromMap(new Map([["MAIL", url], ["FROM", sender]])))
          )
        )
      expect(yield* build("smtps://mail.example.org", "Agenda <agenda@Example.org>")).toEqual(Either.right("example.org"))
      for (
        const [url, sender] of [["http://mail", "a@b.c"], ["smtp://", "a@b.c"], ["smtp://ada:100%@mail", "a@b.c"], [
          "smtp://mail",
          "nobody"
        ], [
          "smtp://mail",
          "a@b\r\nc: d"
        ]] as const
      ) {
        const outcome = yield* build(url, sender)
        expect(Either.isLeft(outcome), `${url} ${sender}`).toBe(true)
      }
    }))
})
