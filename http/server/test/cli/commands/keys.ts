import { formatUtc } from "@agenda-engine/core/derive/dates/formatInstant"
import * as Clock from "effect/Clock"
import { setTimeout as pause } from "node:timers/promises"
import { describe, expect, it } from "vitest"
import { type RunCli, startCli } from "../runCli.js"
import type { DatabaseKind, Databases } from "./useDatabases.js"

const clock = Clock.make()

const listening = /^listening on (http:\/\/127\.0\.0\.1:\d+)$/m

/**
 * What holds of the commands of keys beside servers, which are processes of their own, however command lines are run.
 */
export const testKeys = (runCli: RunCli, { freshDatabase }: Databases, kinds: ReadonlyArray<DatabaseKind>): void => {
  describe.each(kinds)("keys changed on the command line beside a running server on %s", (kind) => {
    it("show their last use, and stop working when revoked or expired", async () => {
      const env = { AGENDA_DATABASE: await freshDatabase(kind) }
      const run = async (line: string) => JSON.parse((await runCli([...line.split(" "), "--json"], { env })).stdout)
      const { uid: owner } = await run("user create --email ada@example.org --name Ada")
      const reading = await run("key create --kind public")
      const writing = await run(`key create --kind secret --owner ${owner}`)

      const servers = [startCli(["serve", "--port", "0"], { env }), startCli(["serve", "--port", "0"], { env })]
      const [first = "", second = ""] = await Promise.all(servers.map(async (server) => (await server.line(listening))[1] ?? ""))
      const status = async (url: string, headers: Readonly<Record<string, string>>) =>
        (await fetch(`${url}/v2/agendas`, { headers, signal: AbortSignal.timeout(10_000) })).status
      const everywhere = (headers: Readonly<Record<string, string>>) => Promise.all([status(first, headers), status(second, headers)])

      const bought = await fetch(`${first}/v2/requestAccessToken`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ code: writing.key })
      })
      const { access_token: token }: { readonly access_token: string } = JSON.parse(await bought.text())
      expect(await everywhere({ key: reading.key })).toEqual([200, 200])
      expect(await everywhere({ "access-token": token })).toEqual([200, 200])
      const used = expect.stringMatching(/Z$/)
      expect(
        (await run("key list")).keys.toSorted((a: { readonly kind: string }, b: { readonly kind: string }) => a.kind < b.kind ? -1 : 1)
      )
        .toMatchObject([{ id: reading.id, lastUsedAt: used }, { id: writing.id, lastUsedAt: used }])

      await Promise.all([run(`key revoke ${reading.id}`), run(`key revoke ${writing.id}`)])
      expect(await everywhere({ key: reading.key })).toEqual([403, 403])
      expect(await everywhere({ "access-token": token })).toEqual([401, 401])
      expect((await run("key list")).keys).toMatchObject([{ revokedAt: used }, { revokedAt: used }])

      const expiresAt = clock.unsafeCurrentTimeMillis() + 6_000
      const brief = await run(`key create --kind public --expires ${formatUtc(expiresAt)}`)
      if (clock.unsafeCurrentTimeMillis() < expiresAt - 2_000) expect(await everywhere({ key: brief.key })).toEqual([200, 200])
      await pause(Math.max(0, expiresAt - clock.unsafeCurrentTimeMillis()))
      expect(await everywhere({ key: brief.key })).toEqual([403, 403])

      // So do the rights of members, and whatever is deleted.
      const { uid: agenda } = await run(`agenda create --title Town --owner ${owner}`)
      const { uid: editor } = await run("user create --email bob@example.org --name Bob")
      await run(`member add --agenda ${agenda} --user ${editor} --role contributor`)
      const editing = await run(`key create --kind public --owner ${editor}`)
      const ofAgenda = await run(`key create --kind agenda --agenda ${agenda}`)
      const read = async (url: string, path: string, key: string) =>
        (await fetch(`${url}/v2/agendas/${agenda}${path}`, { headers: { key }, signal: AbortSignal.timeout(10_000) })).status
      const both = (path: string, key: string) => Promise.all([read(first, path, key), read(second, path, key)])
      expect(await both("/members", editing.key)).toEqual([403, 403])
      await run(`member role --agenda ${agenda} --user ${editor} --role moderator`)
      expect(await both("/members", editing.key)).toEqual([200, 200])
      await run(`user delete ${editor} --yes`)
      expect(await both("/members", editing.key)).toEqual([403, 403])
      expect(await both("", ofAgenda.key)).toEqual([200, 200])
      const open = await run("key create --kind public")
      await run(`agenda delete ${agenda} --yes`)
      expect(await both("", open.key)).toEqual([404, 404])
      expect(await both("", ofAgenda.key)).toEqual([403, 403])

      servers.forEach((server) => server.signal("SIGTERM"))
      expect(await Promise.all(servers.map(async ({ finished }) => (await finished).code))).toEqual([0, 0])
    }, 240_000)
  })
}
