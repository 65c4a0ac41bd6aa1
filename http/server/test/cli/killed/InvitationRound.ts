import * as Effect from "effect/Effect"
import * as Random from "effect/Random"
import { type Received, smtpWorld } from "../../../../../adapters/mail/test/smtpWorld.js"
import { raceIn } from "../../sync/RacedAgenda.js"
import { startCli } from "../runCli.js"
import { runInside } from "../runInside.js"

/** What came of inviting while servers were killed. */
export interface InvitationRound {
  readonly asked: ReadonlyArray<string>
  /** The mails that a mail server took, in order. */
  readonly received: ReadonlyArray<{ readonly to: string; readonly messageId: string }>
  /** The invitations that there are in the end. */
  readonly invitations: ReadonlyArray<{ readonly email: string; readonly messageId: string; readonly status: string }>
  /** How many servers were killed. */
  readonly kills: number
}

const json = { "content-type": "application/json" }

/** Seconds until a mail whose sender was killed is tried again: twice `AGENDA_MAIL_SECONDS_MAX`. */
const mail_seconds = 5

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

const named = ({ raw, to }: Received) => ({ to: to.join(), messageId: /^message-id: *(\S+)/im.exec(raw)?.[1] ?? "none" })

/**
 * Invites these many addresses in one call, and kills the server (`SIGKILL`) at random points of it and of the sending
 * that follows, so many times, each time with a call for the same addresses under way; then serves until nothing is
 * left. A kill falls on a mail that was just taken, before its sender hears of it, or some random milliseconds later.
 * `seed` makes the points.
 */
export const inviteUnderFire = (database: string, addresses: number, kills: number, seed: string) =>
  Effect.gen(function*() {
    let killAfter: (() => void) | null = null
    const { port, received } = yield* smtpWorld({ onTaken: () => killAfter?.() })
    const target = yield* Effect.promise(() => raceIn(database))
    const asked = Array.from({ length: addresses }, (_, index) => `guest${index}@example.org`)
    const env = {
      AGENDA_ACCESS_LOG: "false",
      AGENDA_MAIL: `smtp://127.0.0.1:${port}`,
      AGENDA_MAIL_FROM: "Agenda <agenda@example.org>",
      AGENDA_MAIL_SECONDS_MAX: `${mail_seconds}`,
      AGENDA_PUBLIC_URL: "https://agenda.example"
    }
    const serve = async () => {
      const server = startCli(["serve", "--port", "0", "--database", database], { env })
      const [, url] = await server.line(/listening on (\S+)/)
      const bought = await fetch(`${url}/v2/requestAccessToken`, {
        method: "POST",
        headers: json,
        body: JSON.stringify({ code: target.secret })
      })
      const { access_token: token }: { readonly access_token: string } = await bought.json()
      const invite = () =>
        fetch(`${url}/v2/agendas/${target.agendaUid}/members/invite`, {
          method: "POST",
          headers: { ...json, "access-token": token },
          body: JSON.stringify({ role: "contributor", emails: asked })
        }).then((response) => response.status, () => null)
      return { server, invite }
    }
    const list = async () => {
      const { stdout } = await runInside(["invitation", "list", "--agenda", `${target.agendaUid}`, "--database", database, "--json"], {
        env
      })
      const { invitations }: Pick<InvitationRound, "invitations"> = JSON.parse(stdout)
      return invitations
    }

    for (let kill = 0; kill < kills; kill++) {
      const mails = yield* Random.nextIntBetween(1, Math.max(2, Math.floor((2 * addresses) / (kills + 2))))
      const later_ms = (yield* Random.nextBoolean) ? 0 : yield* Random.nextIntBetween(1, 40)
      // Some servers are killed before a mail, in the middle of storing what was asked for.
      const early_ms = kill % 4 === 1 ? yield* Random.nextIntBetween(1, 150) : null
      yield* Effect.promise(async () => {
        const { invite, server } = await serve()
        const until = received.length + mails
        const end = () => server.signal("SIGKILL")
        killAfter = () => {
          if (received.length !== until) return
          if (later_ms === 0) end()
          else setTimeout(end, later_ms)
        }
        const status = invite()
        if (early_ms !== null) setTimeout(end, early_ms)
        // What is left may be less than was to be sent.
        const idle = setTimeout(end, 5_000 + 20 * addresses)
        await server.finished
        clearTimeout(idle)
        killAfter = null
        const code = await status
        if (code !== null && code !== 200) throw new Error(`an invitation was answered with ${code}`)
      })
    }

    const invitations = yield* Effect.promise(async () => {
      const { invite, server } = await serve()
      const status = await invite()
      if (status !== 200) throw new Error(`the last invitation was answered with ${String(status)}`)
      let found = await list()
      for (let trial = 0; found.some((one) => one.status === "pending") && trial < 1_000; trial++) {
        await pause(200)
        found = await list()
      }
      server.signal("SIGTERM")
      await server.finished
      return found
    })
    return { asked, received: received.map(named), invitations, kills } satisfies InvitationRound
  }).pipe(Effect.withRandom(Random.make(seed)), Effect.scoped)
