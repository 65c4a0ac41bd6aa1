import { execFile } from "node:child_process"
import { fileURLToPath, pathToFileURL } from "node:url"
import { promisify } from "node:util"
import { expect, it } from "vitest"

const root = fileURLToPath(new URL("../../..", import.meta.url))
const serveRun = pathToFileURL(`${root}/adapters/postgres/test/serveRun.ts`).href

const missing = "/there/is/no/such/folder"

it("a run that cannot start a server says why and what to do, and goes on", async () => {
  // Tsx would make the folder if the process was started with it.
  const program = `import { setup } from "${serveRun}"
    delete process.env["AGENDA_TEST_POSTGRES_URL"]
    process.env["TMPDIR"] = "${missing}"
    await (await setup())()
    process.stdout.write(process.env["AGENDA_TEST_POSTGRES_URL"] ?? "no server")`
  const options = ["--conditions=@agenda-engine/source", "--import", "tsx", "--input-type=module", "--eval", program]
  const { stderr, stdout } = await promisify(execFile)(process.execPath, options, { cwd: root })
  expect(stderr).toContain("There is no Postgres to test against, and the tests that need one will fail.")
  expect(stderr).toContain(`ENOENT: no such file or directory, mkdtemp '${missing}/`)
  expect(stderr).toContain("Set AGENDA_TEST_POSTGRES_URL to postgres://user:password@host:port/database")
  expect(stdout).toBe("no server")
})
