import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Logger from "effect/Logger"
import { describe, expect, it, vi } from "vitest"
import { createAgendaEngine } from "../src/createAgendaEngine.js"
import { agendaIn } from "./listening.js"

const invite = async (engine: ReturnType<typeof createAgendaEngine>) => {
  const { token, uid } = await agendaIn(engine)
  const response = await engine.handler(
    new Request(`https://evil.example/calendar/v2/agendas/${uid}/members/invite`, {
      method: "POST",
      headers: { "access-token": token, "content-type": "application/json", host: "evil.example" },
      body: JSON.stringify({ role: "contributor", emails: ["guest@example.org"] })
    })
  )
  expect(response.status).toBe(200)
  return uid
}

/** Lets seconds pass on fake timers. What waits for no timer, such as cryptography, gets its turns in between. */
const pass = async (seconds: number): Promise<void> => {
  for (let second = 0; second < seconds; second++) {
    await vi.advanceTimersByTimeAsync(1_000)
    for (let turn = 0; turn < 10; turn++) await new Promise(setImmediate)
  }
}

/** Waits for work that needs processor time, in which fake timers pass only a millisecond a turn. */
const until = async (holds: () => boolean): Promise<void> => {
  while (!holds()) {
    await vi.advanceTimersByTimeAsync(1)
    await new Promise(setImmediate)
  }
}

describe("mails", () => {
  it("begin links with publicUrl, never with the Host header, and are sent by the host's function", async () => {
    const sent: Array<string> = []
    const engine = createAgendaEngine({
      database: "memory",
      publicUrl: "https://town.example/calendar/",
      basePath: "/calendar",
      mail: { send: async ({ text }) => void sent.push(text) }
    })
    await invite(engine)
    expect(sent).toEqual([expect.stringContaining("https://town.example/calendar/invitation?token=")])
    await engine.close()
  })

  it("that failed are sent again in the background, with the same Message-ID", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date"] })
    try {
      const sent: Array<string> = []
      const engine = createAgendaEngine({
        database: "memory",
        publicUrl: "https://town.example",
        basePath: "/calendar",
        mail: {
          send: async ({ messageId }) => {
            sent.push(messageId)
            if (sent.length === 1) throw new Error("421 come back later")
          }
        }
      })
      const uid = await invite(engine)
      const listed = () => engine.services.invitations.list(uid)
      expect(await listed()).toMatchObject([{ status: "pending", failure: "421 come back later" }])
      await pass(50)
      expect(sent).toHaveLength(1)
      while ((await listed())[0]?.status === "pending") await pass(1)
      expect(await listed()).toMatchObject([{ status: "sent", failure: null }])
      expect(sent).toEqual([sent[0], sent[0]])
      await engine.close()
    } finally {
      vi.useRealTimers()
    }
  })

  it("that the host's function refuses for good are failed at once", async () => {
    const mail = { send: () => Promise.reject(Object.assign(new Error("550 no such user"), { reason: "permanent" })) }
    const engine = createAgendaEngine({ database: "memory", publicUrl: "https://town.example", basePath: "/calendar", mail })
    const uid = await invite(engine)
    expect(await engine.services.invitations.list(uid)).toMatchObject([{ status: "failed", failure: "550 no such user" }])
    await engine.close()
  })

  it.each([
    ["three seconds of the close", 0, 3],
    ["what requests leave of ten seconds", 8, 10],
    ["no time after requests that took ten seconds", 60, 10]
  ])("under way get %s", async (_, request_s, closed_s) => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date"] })
    try {
      const sent: Array<unknown> = []
      const mail = { send: (message: unknown) => new Promise<never>(() => sent.push(message)) }
      const options = { publicUrl: "https://town.example", basePath: "/calendar", logger: Logger.none }
      const engine = createAgendaEngine({ database: "memory", ...options, mail })
      const invited: Array<number> = []
      void invite(engine).then((uid) => invited.push(uid))
      await until(() => sent.length === 1)
      await pass(8)
      await until(() => invited.length === 1)
      const request = engine.run(Effect.sleep(`${request_s} seconds`)).catch(() => {})
      await pass(0)
      const closed: Array<number> = []
      const now = () => Effect.runSync(Clock.currentTimeMillis)
      const begun = now()
      void engine.close().then(() => closed.push(Math.round((now() - begun) / 1_000)))
      await pass(closed_s - 1)
      expect(closed).toEqual([])
      await pass(1)
      await until(() => closed.length === 1)
      expect(closed).toEqual([closed_s])
      await pass(60)
      await request
    } finally {
      vi.useRealTimers()
    }
  })

  it("of invitations have links that answer what responses show", async () => {
    const engine = createAgendaEngine({ database: "memory", basePath: "/calendar" })
    const uid = await invite(engine)
    const [invitation] = await engine.services.invitations.list(uid)
    const token = await engine.services.invitations.tokenOf(invitation?.id ?? "")
    const agenda = { uid, title: expect.any(String), slug: expect.any(String) }
    const expiresAt = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/)
    const shown = { id: invitation?.id, email: invitation?.email, role: "contributor", message: "", status: "failed", expiresAt }
    expect(await engine.services.invitations.open(token)).toStrictEqual({ invitation: shown, agenda, hasAccount: false })
    const { member, ...accepted } = await engine.services.invitations.accept(token, "Ada")
    expect(accepted).toStrictEqual({ agenda })
    const contact = { name: "Ada", email: "guest@example.org", phone: null, organization: null, position: null }
    expect(member).toStrictEqual({ uid: expect.any(Number), userUid: expect.any(Number), ...contact, role: "contributor" })
    await engine.close()
  })

  it("are failed where there is no mailer", async () => {
    const engine = createAgendaEngine({ database: "memory", basePath: "/calendar" })
    const uid = await invite(engine)
    expect(await engine.services.invitations.list(uid)).toMatchObject([{ status: "failed" }])
    await engine.close()
  })
})
