import { execFile } from "node:child_process"
import { mkdtempSync, readdirSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { promisify } from "node:util"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { type Running, startCli } from "./runCli.js"

const shell = promisify(execFile)

interface Answer {
  readonly url: string
  readonly publicKey: string
  readonly secretKey: string
  readonly agendas: ReadonlyArray<{ readonly uid: number; readonly slug: string; readonly page?: string; readonly calendar?: string }>
  readonly calls: ReadonlyArray<{ readonly about: string; readonly command: string }>
}

const temporary = mkdtempSync(join(tmpdir(), "agenda-engine-demo-test-"))
const started: { server?: Running; answer?: Answer } = {}

const demo = (): { readonly server: Running; readonly answer: Answer } => {
  const { answer, server } = started
  if (answer === undefined || server === undefined) throw new Error("the demonstration did not start")
  return { answer, server }
}

beforeAll(async () => {
  const server = startCli(["demo", "--port", "0", "--json"], { env: { TMPDIR: temporary } })
  const [line] = await server.line(/^\{.*\}$/m)
  started.server = server
  started.answer = JSON.parse(line)
})

afterAll(async () => {
  started.server?.signal("SIGTERM")
  await started.server?.finished
  rmSync(temporary, { recursive: true })
})

const get = async (path: string, headers: { readonly [name: string]: string } = { key: demo().answer.publicKey }) => {
  const response = await fetch(`${demo().answer.url}${path}`, { headers })
  return { status: response.status, body: await response.json() }
}

const totalOf = async (uid: number, filter: string): Promise<number> => (await get(`/v2/agendas/${uid}/events?size=0&${filter}`)).body.total

describe("demo", () => {
  it("prints addresses that open without anything else", async () => {
    const server = startCli(["demo", "--port", "0"], { env: { TMPDIR: temporary } })
    const patterns = [/^listening on (\S+)$/m, /^reference +(\S+)$/m, /^agenda +(http\S+)/m, /^ {2}page +(\S+)/m, /^ {2}calendar +(\S+)/m]
    for (const pattern of patterns) {
      const [, address = ""] = await server.line(pattern)
      expect([address, (await fetch(address)).status]).toEqual([address, 200])
    }
    const [hidden] = await server.line(/^agenda.*private.*$/m)
    expect(hidden).not.toContain("http")
    server.signal("SIGTERM")
    await server.finished
  })

  it("prints three command lines that work when pasted", async () => {
    const answers: Array<{ readonly total?: number; readonly events?: ReadonlyArray<unknown>; readonly event?: { readonly uid: number } }> =
      []
    for (const { command } of demo().answer.calls) answers.push(JSON.parse((await shell("bash", ["-c", command])).stdout))
    expect(answers).toMatchObject([
      { success: true, events: [{}, {}, {}] },
      { success: true, event: { title: { en: "Opening concert" } } },
      { success: true, event: { title: { en: "My first event" } } }
    ])
    const made = await get(`/v2/agendas/${demo().answer.agendas[0]?.uid}/events/${answers[2]?.event?.uid}`)
    expect(made).toMatchObject({ status: 200, body: { event: { slug: "my-first-event" } } })
  })

  it("has passed, current and upcoming events in the public agendas, and one unpublished event", async () => {
    for (const uid of [10_001, 10_002]) {
      for (const relative of ["passed", "current", "upcoming"]) expect(await totalOf(uid, `relative[]=${relative}`)).toBeGreaterThan(0)
    }
    const { accessToken, hidden } = await withToken()
    expect(hidden.body.total).toBe(1)
    expect((await get(`/v2/agendas/10001/events?state[]=0`)).status).toBe(403)
    expect((await get("/v2/agendas/10003/events")).status).toBe(403)
    expect(await get("/v2/agendas/10003/events", { "access-token": accessToken })).toMatchObject({ status: 200, body: { total: 4 } })
  })

  it("has pages and calendars of the public agendas, with tickets of every pricing and status", async () => {
    const { agendas } = demo().answer
    for (const { calendar = "", page = "" } of agendas.slice(0, 2)) {
      expect(await (await fetch(page)).text()).toContain("<!doctype html>")
      expect(await (await fetch(calendar)).text()).toMatch(/^BEGIN:VCALENDAR/)
    }
    expect(agendas[2]).toEqual({ uid: 10_003, slug: "staff-room" })
    for (const pricing of ["free", "paid", "donation", "mixed"]) expect(await totalOf(10_001, `pricing=${pricing}`)).toBeGreaterThan(0)
    for (const status of ["available", "limited", "notYetOnSale", "unknown"]) {
      expect([status, await totalOf(10_001, `availability=${status}`) > 0]).toEqual([status, true])
    }
  })

  it("has generated images with size and credits, which are served", async () => {
    const { body } = await get("/v2/agendas/10001/events?size=100")
    const pictured = body.events.filter(({ image }: { readonly image: unknown }) => image !== null)
    expect(pictured.length).toBeGreaterThan(8)
    for (const { image, imageCredits } of pictured) {
      expect(image).toMatchObject({ size: { width: 700, height: 450 } })
      expect(imageCredits).toContain("agenda-engine")
    }
    const [{ image: { base, filename } }] = pictured
    const picture = await fetch(base + filename)
    expect([picture.status, picture.headers.get("content-type")]).toEqual([200, "image/jpeg"])
  })

  it("removes everything when it stops", async () => {
    expect(databases()).toHaveLength(1)
    demo().server.signal("SIGTERM")
    expect(await demo().server.finished).toMatchObject({ code: 0 })
    expect(databases()).toEqual([])
  })
})

/** What the demo made; running from source leaves a folder of the runner's beside it. */
const databases = () => readdirSync(temporary).filter((name) => name.startsWith("agenda-engine-demo-"))

const withToken = async () => {
  const response = await fetch(`${demo().answer.url}/v2/requestAccessToken`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ code: demo().answer.secretKey })
  })
  const { access_token: accessToken }: { readonly access_token: string } = await response.json()
  return { accessToken, hidden: await get("/v2/agendas/10001/events?state[]=0", { "access-token": accessToken }) }
}
