import { readFileSync } from "node:fs"
import { describe, expect, it } from "vitest"
import type { RunCli } from "../runCli.js"

const { version }: { readonly version: string } = JSON.parse(readFileSync(new URL("../../../package.json", import.meta.url), "utf8"))

/** What holds of help, the contract and misuse, however command lines are run. */
export const testHelp = (runCli: RunCli): void => {
  describe.concurrent("help", () => {
    it("prints the version", async () => {
      expect(await runCli(["--version"])).toMatchObject({ code: 0, stdout: `${version}\n` })
    })

    it("lists every command, without colours outside a terminal", async () => {
      const { code, stdout } = await runCli(["--help"])
      expect(code).toBe(0)
      for (
        const command of [
          "demo",
          "serve",
          "migrate up",
          "migrate status",
          "user create",
          "user find",
          "user change",
          "user list",
          "agenda create",
          "agenda update",
          "agenda list",
          "network create",
          "network schema",
          "network synonyms",
          "network list",
          "location-set create",
          "location-set list",
          "key create",
          "key list",
          "key revoke",
          "member add",
          "member list",
          "member role",
          "member remove",
          "image collect",
          "import",
          "export",
          "openapi"
        ]
      ) expect(stdout).toContain(`- ${command} `)
      expect(stdout).not.toContain("\u001b")
    })

    it.each([
      { command: "serve", says: ["--port integer", "AGENDA_PORT", "--no-migrate", "AGENDA_NO_MIGRATE", "listening on"] },
      { command: "import", says: ["<FILE>", "--owner integer", "AGENDA_OWNER", "--dry-run", "AGENDA_DRY_RUN", "import events.ndjson"] },
      { command: "key create", says: ["public | agenda | secret", "--operation", "--expires", "key create --kind public"] },
      { command: "agenda update", says: ["<UID>", "--no-official", "AGENDA_NO_OFFICIAL", "--schema", "agenda update 42 --title"] },
      { command: "network schema", says: ["<UID>", "network schema 3 --schema fields.json"] },
      { command: "member remove", says: ["--yes", "AGENDA_YES"] }
    ])("explains $command with examples", async ({ command, says }) => {
      const { code, stdout } = await runCli([...command.split(" "), "--help"])
      expect(code).toBe(0)
      for (const text of [...says, "EXAMPLES", "$ agenda-engine ", "--database", "AGENDA_DATABASE", "--json"]) {
        expect(stdout).toContain(text)
      }
    })

    it("prints the OpenAPI document", async () => {
      const { code, stdout } = await runCli(["openapi", "--json"], { env: { AGENDA_PUBLIC_URL: "https://agenda.example" } })
      expect(code).toBe(0)
      const contract: { readonly openapi: string; readonly paths: object; readonly servers: unknown } = JSON.parse(stdout)
      expect(contract.servers).toEqual([{ url: "https://agenda.example" }])
      expect(contract.openapi).toMatch(/^3\./)
      expect(Object.keys(contract.paths)).toContain("/v2/requestAccessToken")
    })
  })

  describe.concurrent("usage errors", () => {
    it.each([
      { args: "", says: "needs one of: demo, serve" },
      { args: "serve --port banana", says: "--port (or AGENDA_PORT) takes a whole number, not 'banana'" },
      { args: "key create --kind zz", says: "--kind (or AGENDA_KIND) takes public, agenda, secret, not 'zz'" },
      { args: "agenda delete abc", says: "UID takes a whole number, not 'abc'" },
      { args: "user", says: "needs one of: create, find, change, list" },
      { args: "user find", says: "give either --email or --host-id" },
      { args: "user find --email ada@example.org --host-id 7", says: "give either --email or --host-id" },
      { args: "user change 7", says: "give --email or --name" },
      { args: "user change seven --name Ada", says: "UID takes a whole number, not 'seven'" },
      { args: "user list --limit 0", says: "--limit (or AGENDA_LIMIT) takes a whole number from 1 on" },
      { args: "migrate --json", says: "needs one of: up, status" },
      { args: "migrate --json up", says: "needs one of: up, status" },
      { args: "key lists", says: "needs one of: create, list, revoke" },
      { args: "frobnicate", says: "Invalid subcommand" },
      { args: "user create --email ada@example.org", says: "--name" },
      { args: "user list --verbose", says: "--verbose" },
      { args: "key create --kind golden", says: "public, agenda, secret" },
      { args: "key create --kind secret", says: "--owner" },
      { args: "key create --kind agenda", says: "--agenda" },
      { args: "key create --kind public --agenda one", says: "'one'" },
      { args: "key create --kind public --expires tomorrow", says: "--expires" },
      { args: "member list --agenda one", says: "--agenda (or AGENDA_AGENDA) takes a whole number, not 'one'" },
      { args: "member remove --agenda 1 --user 2", says: "--yes" },
      { args: "import", says: "<FILE>" },
      { args: "user list --database mysql://localhost", says: "sqlite:FILE" },
      { args: "serve --port 70000", says: "AGENDA_PORT" }
    ])("exits 2 on: $args", async ({ args, says }) => {
      const { code, stderr, stdout } = await runCli(args === "" ? [] : args.split(" "))
      expect({ code, stdout }).toEqual({ code: 2, stdout: "" })
      expect(stderr).toContain(says)
    })

    it("exits 2 on an invalid environment variable of an option", async () => {
      const { code, stderr } = await runCli(["serve"], { env: { AGENDA_PORT: "many" } })
      expect(code).toBe(2)
      expect(stderr).toContain("AGENDA_PORT")
    })
  })
}
