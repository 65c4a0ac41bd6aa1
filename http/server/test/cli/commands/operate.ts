import { existsSync, writeFileSync } from "node:fs"
import { describe, expect, it } from "vitest"
import type { RunCli } from "../runCli.js"
import type { Databases } from "./useDatabases.js"

/** What holds of the commands of operators, however command lines are run. */
export const testOperating = (runCli: RunCli, { fileOf, freshDatabase }: Databases): void => {
  describe("with --json", () => {
    it("migrates, and creates users, agendas, members and keys", async () => {
      const database = await freshDatabase("SQLite")
      const run = async (line: string, more: ReadonlyArray<string> = []) => {
        const finished = await runCli([...line.split(" "), ...more, "--json"], { env: { AGENDA_DATABASE: database } })
        return { ...finished, answer: finished.stdout === "" ? null : JSON.parse(finished.stdout) }
      }

      const steps: ReadonlyArray<unknown> = (await run("migrate up")).answer.applied
      expect(steps[0]).toEqual({ id: 1, name: expect.any(String) })
      expect((await run("migrate up")).answer).toEqual({ applied: [] })
      expect((await run("migrate status")).answer).toEqual({ applied: steps, pending: [] })

      const ada = await run("user create --email Ada@example.org --name Ada")
      expect(ada).toMatchObject({ code: 0, answer: { uid: expect.any(Number) } })
      const again = await run("user create --email ada@example.org --name Ada")
      expect(again).toMatchObject({ code: 1, stdout: "" })
      expect(again.stderr).toContain("[duplicate]")
      const { uid } = ada.answer
      expect((await run("user list")).answer).toEqual({
        users: [{ uid, email: "ada@example.org", name: "Ada", hostId: null, createdAt: expect.stringMatching(/Z$/) }],
        after: null
      })

      writeFileSync(fileOf("settings.json"), JSON.stringify({ contribution: { defaultLang: "fr" } }))
      writeFileSync(fileOf("fields.json"), JSON.stringify({ fields: [{ field: "genre", label: "Genre" }] }))
      const files = ["--settings", fileOf("settings.json"), "--schema", fileOf("fields.json")]
      const summer = await run(`agenda create --owner ${uid} --uid 42 --slug summer --official`, ["--title", "Summer in town", ...files])
      expect(summer).toMatchObject({ code: 0, answer: { uid: 42, slug: "summer" } })
      expect(await run("agenda create --title Other --slug summer")).toMatchObject({ code: 1, stdout: "" })
      expect((await run("agenda list")).answer.agendas).toMatchObject([{
        uid: 42,
        slug: "summer",
        title: "Summer in town",
        official: true
      }])

      const bob = (await run("user create --email bob@example.org --name Bob")).answer.uid
      expect((await run(`member add --agenda 42 --user ${bob} --role contributor`)).answer).toMatchObject({
        userUid: bob,
        role: "contributor"
      })
      expect((await run(`member role --agenda 42 --user ${bob} --role moderator`)).answer).toMatchObject({
        userUid: bob,
        role: "moderator"
      })
      expect(await run(`member role --agenda 42 --user ${uid} --role moderator`)).toMatchObject({ code: 1 })
      expect((await run("member list --agenda 42")).answer.members).toHaveLength(2)
      expect((await run(`member remove --agenda 42 --user ${bob} --yes`)).answer).toEqual({ agendaUid: 42, userUid: bob, removed: true })
      expect((await run("member list --agenda 42")).answer.members).toMatchObject([{ userUid: uid, role: "administrator" }])

      const key = await run(`key create --kind secret --owner ${uid} --agenda 42 --operation events:read --operation events:write`)
      expect(key).toMatchObject({ code: 0, answer: { id: expect.any(String), key: expect.stringMatching(/^\w{32}$/) } })
      expect(await run("key create --kind public --owner 999")).toMatchObject({ code: 1 })
      const listed = await run("key list")
      expect(listed.stdout).not.toContain(key.answer.key)
      expect(listed.answer.keys).toMatchObject([
        { id: key.answer.id, kind: "secret", ownerUid: uid, agendaUids: [42], operations: ["events:read", "events:write"], revokedAt: null }
      ])
      expect((await run(`key revoke ${key.answer.id}`)).answer).toEqual({ id: key.answer.id, revoked: true })
      expect((await run("key list")).answer.keys[0].revokedAt).toMatch(/Z$/)
      expect(await run("key revoke nothing")).toMatchObject({ code: 1, stdout: "" })
      expect(await run("image collect")).toMatchObject({ code: 0, answer: { removed: 0 } })
    }, 240_000)

    it("works the same on Postgres", async () => {
      const env = { AGENDA_DATABASE: await freshDatabase("Postgres"), AGENDA_JSON: "true" }
      expect(JSON.parse((await runCli(["migrate", "status"], { env })).stdout).applied).toEqual([])
      const user = await runCli(["user", "create"], { env: { ...env, AGENDA_EMAIL: "ada@example.org", AGENDA_NAME: "Ada" } })
      expect(user).toMatchObject({ code: 0, stdout: expect.stringMatching(/^\{"uid":\d+\}\n$/) })
      expect(JSON.parse((await runCli(["migrate", "status"], { env })).stdout).pending).toEqual([])
      expect(JSON.parse((await runCli(["user", "list"], { env })).stdout).users).toMatchObject([{ email: "ada@example.org", name: "Ada" }])
    })
  })

  describe("without --json", () => {
    it("prints text, and prefers the command line to the environment", async () => {
      const database = await freshDatabase("SQLite")
      const created = await runCli(["user", "create", "--email", "eve@example.org", "--database", database], {
        env: { AGENDA_DATABASE: "mysql://nowhere", AGENDA_NAME: "Eve" }
      })
      expect(created).toMatchObject({ code: 0, stdout: expect.stringMatching(/^user \d+ created for eve@example.org\n$/) })
    })

    it("accepts a database in memory", async () => {
      const created = await runCli(["user", "create", "--email", "eve@example.org", "--name", "Eve", "--database", "sqlite::memory:"])
      expect(created).toMatchObject({ code: 0, stderr: "" })
    })

    it.each([
      "user list",
      "agenda list",
      "key list",
      "key revoke k",
      "member list --agenda 1",
      "image collect",
      "export -",
      "migrate status"
    ])(
      "creates no database for: %s",
      async (line) => {
        const file = fileOf("absent.db")
        const finished = await runCli([...line.split(" "), "--database", `sqlite:${file}`])
        expect(finished).toMatchObject({ code: 1, stdout: "" })
        expect(finished.stderr).toContain(`database not found: ${file}`)
        expect(existsSync(file)).toBe(false)
      }
    )

    it("reports why the database cannot be used", async () => {
      const missing = await runCli(["user", "list", "--database", `sqlite:${fileOf("no/such/folder.db")}`])
      expect(missing).toMatchObject({ code: 1, stdout: "" })
      expect(missing.stderr).toContain("database not found")
      const nobody = await runCli(["user", "list", "--database", "postgres://nobody@127.0.0.1:1/none"])
      expect(nobody).toMatchObject({ code: 1, stdout: "" })
      expect(nobody.stderr).toContain("Unavailable")
    })
  })
}
