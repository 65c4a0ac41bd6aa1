import { existsSync, readdirSync, readFileSync } from "node:fs"
import { setTimeout as pause } from "node:timers/promises"
import PostalMime from "postal-mime"
import { describe, expect, it } from "vitest"
import { raceIn } from "../sync/RacedAgenda.js"
import { useDatabases } from "./commands/useDatabases.js"
import { runCli, startCli } from "./runCli.js"

const { fileOf, freshDatabase } = useDatabases()

const json = { "content-type": "application/json" }

/** The bases of the links in these mails, once there are as many. */
const basesIn = async (folder: string, count: number): Promise<ReadonlyArray<string>> => {
  // Files that are being written have other names.
  const written = () => existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith(".eml")) : []
  while (written().length < count) await pause(50)
  const mails = await Promise.all(written().map((name) => PostalMime.parse(readFileSync(`${folder}/${name}`))))
  return mails.map(({ text = "" }) => /(\S+)\/invitation\?token=/.exec(text)?.[1] ?? "")
}

describe("links in the mails of invitations lead to the server, wherever its address was set", () => {
  it.each([
    { label: "options", args: ["--port", "0", "--host", "localhost"], env: {}, base: undefined },
    { label: "variables", args: [], env: { AGENDA_PORT: "0", AGENDA_HOST: "localhost" }, base: undefined },
    {
      label: "options over variables",
      args: ["--port", "0", "--host", "localhost"],
      env: { AGENDA_PORT: "18777", AGENDA_HOST: "192.0.2.1" },
      base: undefined
    },
    {
      label: "the public URL",
      args: ["--port", "0"],
      env: { AGENDA_PUBLIC_URL: "https://agenda.example/calendar/" },
      base: "https://agenda.example/calendar"
    }
  ])("$label", async ({ args, base, env, label }) => {
    const database = await freshDatabase("SQLite")
    const target = await raceIn(database)
    const folder = fileOf(`mail ${label}`)
    const server = startCli(["serve", ...args], {
      env: { ...env, AGENDA_DATABASE: database, AGENDA_MAIL: `folder:${folder}`, AGENDA_INVITATIONS_AT_ONCE_MAX: "1" }
    })
    try {
      const [, url = ""] = await server.line(/listening on (\S+)/)
      const bought = await fetch(`${url}/v2/requestAccessToken`, {
        method: "POST",
        headers: json,
        body: JSON.stringify({ code: target.secret })
      })
      const { access_token: token }: { readonly access_token: string } = await bought.json()
      const invited = await fetch(`${url}/v2/agendas/${target.agendaUid}/members/invite`, {
        method: "POST",
        headers: { ...json, "access-token": token },
        body: JSON.stringify({ role: "contributor", emails: ["first@example.org", "later@example.org"] })
      })
      expect(invited.status).toBe(200)
      // The call sends the first mail, and the background work the second one.
      const expected = base ?? url
      expect(await basesIn(folder, 2)).toEqual([expected, expected])
    } finally {
      server.signal("SIGTERM")
      await server.finished
    }
  })
})

it("member invite says what the links begin with when no public URL is set", async () => {
  const database = await freshDatabase("SQLite")
  const { agendaUid } = await raceIn(database)
  const folder = fileOf("mail of the command")
  const invite = ["member", "invite", "--agenda", `${agendaUid}`, "--role", "contributor", "--email", "guest@example.org"]
  const env = { AGENDA_DATABASE: database, AGENDA_MAIL: `folder:${folder}`, AGENDA_PORT: "18777" }
  const { code, stderr } = await runCli(invite, { env })
  expect([code, stderr]).toEqual([0, expect.stringContaining("begin with http://127.0.0.1:18777")])
  expect(await basesIn(folder, 1)).toEqual(["http://127.0.0.1:18777"])
})
