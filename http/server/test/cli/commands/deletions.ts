import { writeFileSync } from "node:fs"
import { describe, expect, it } from "vitest"
import type { RunCli } from "../runCli.js"
import type { Databases } from "./useDatabases.js"

const event = (extId: string) =>
  JSON.stringify({
    kind: "event",
    agendaUid: 42,
    extId: { key: "default", value: extId },
    data: {
      title: { fr: "Concert" },
      description: { fr: "Un concert" },
      attendanceMode: 2,
      onlineAccessLink: "https://example.org/live",
      timings: [{ begin: "2030-06-01T18:00:00+02:00", end: "2030-06-01T20:00:00+02:00" }]
    }
  })

/** What holds of the commands that delete, however command lines are run. */
export const testDeletions = (runCli: RunCli, { fileOf, freshDatabase }: Databases): void => {
  describe("deletions", () => {
    it("print what is deleted and kept, and delete only with --yes", async () => {
      const database = await freshDatabase("SQLite")
      const run = async (line: string, more: ReadonlyArray<string> = []) => {
        const finished = await runCli([...line.split(" "), ...more, "--json"], { env: { AGENDA_DATABASE: database } })
        return { ...finished, answer: finished.stdout === "" ? null : JSON.parse(finished.stdout) }
      }
      const { uid: ada } = (await run("user create --email ada@example.org --name Ada")).answer
      const { uid: bob } = (await run("user create --email bob@example.org --name Bob")).answer
      const { uid: network } = (await run("network create --title Towns")).answer
      const { uid: set } = (await run("location-set create --title Halls")).answer
      await run(`agenda create --title Summer --uid 42 --owner ${ada} --network ${network} --location-set ${set}`)
      await run(`member add --agenda 42 --user ${bob} --role contributor`)
      await run("key create --kind agenda --agenda 42")
      await run(`key create --kind secret --owner ${bob}`)
      writeFileSync(fileOf("events.ndjson"), `${event("a")}\n${event("b")}\n`)
      expect((await run(`import ${fileOf("events.ndjson")} --owner ${bob}`)).answer).toMatchObject({ created: 2, rejected: 0 })

      // Refused while they are used, by what.
      expect(await run(`network delete ${network}`)).toMatchObject({ code: 2, answer: { uid: network, agendaUids: [42], deleted: false } })
      const used = await run(`network delete ${network} --yes`)
      expect(used).toMatchObject({ code: 1, stdout: "" })
      expect(used.stderr).toContain("42")
      expect(await run(`location-set delete ${set} --yes`)).toMatchObject({ code: 1, stdout: "" })
      const last = await run(`user delete ${ada} --yes`)
      expect(last).toMatchObject({ code: 1, stdout: "" })
      expect(last.stderr).toContain("only administrator of agenda 42")

      // A user.
      const would = await run(`user delete ${bob}`)
      expect(would).toMatchObject({
        code: 2,
        answer: {
          uid: bob,
          email: "bob@example.org",
          agendaUids: [42],
          soleAdministratorOf: [],
          keys: 1,
          events: 2,
          stateChanges: 2,
          deleted: false
        }
      })
      expect(would.stderr).toContain("--yes")
      expect((await run("user list")).answer.users).toHaveLength(2)
      expect(await run(`user delete ${bob} --yes`)).toMatchObject({ code: 0, answer: { uid: bob, deleted: true } })
      expect((await run("user list")).answer.users).toMatchObject([{ uid: ada }])
      expect((await run("member list --agenda 42")).answer.members).toMatchObject([{ userUid: ada }])
      expect(await run(`user delete ${bob} --yes`)).toMatchObject({ code: 1, stdout: "" })

      // An agenda.
      const counts = { uid: 42, title: "Summer", events: 2, tombstones: 0, members: 1, invitations: 0, keysRevoked: 1, keysNarrowed: 0 }
      expect(await run("agenda delete 42")).toMatchObject({ code: 2, answer: { ...counts, deleted: false } })
      expect((await run("agenda list")).answer.agendas).toHaveLength(1)
      expect(await run("agenda delete 42 --yes")).toMatchObject({ code: 0, answer: { ...counts, deleted: true } })
      expect((await run("agenda list")).answer.agendas).toEqual([])
      expect((await run("key list")).answer.keys).toMatchObject([{ revokedAt: expect.any(String) }, { revokedAt: expect.any(String) }])
      expect(await run("agenda delete 42 --yes")).toMatchObject({ code: 1, stdout: "" })

      expect(await run(`network delete ${network} --yes`)).toMatchObject({ code: 0, answer: { deleted: true } })
      expect(await run(`location-set delete ${set} --yes`)).toMatchObject({ code: 0, answer: { deleted: true } })
      expect(await run(`user delete ${ada} --yes`)).toMatchObject({ code: 0, answer: { deleted: true } })
    }, 240_000)

    it("print it as text", async () => {
      const database = await freshDatabase("SQLite")
      const run = (line: string) => runCli(line.split(" "), { env: { AGENDA_DATABASE: database } })
      await run("agenda create --title Summer --uid 42")
      const would = await run("agenda delete 42")
      expect(would.code).toBe(2)
      expect(would.stdout).toContain("would delete agenda 42 (Summer)\ndeletes: 0 events, 0 tombstones, 0 locations")
      expect((await run("agenda delete 42 --yes")).stdout).toContain("deleted agenda 42 (Summer)\n")
      expect((await run("agenda delete 42")).stderr).toContain("agenda not found")
    }, 240_000)
  })
}
