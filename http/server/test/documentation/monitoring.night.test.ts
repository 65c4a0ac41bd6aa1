import { execFileSync } from "node:child_process"
import { readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { describe, expect, it } from "vitest"
import { useDatabases } from "../cli/commands/useDatabases.js"
import { startCli } from "../cli/runCli.js"

const { freshDatabase } = useDatabases()

const rules = fileURLToPath(new URL("../../../../docs/monitoring/alerts.yml", import.meta.url))
const dashboard = fileURLToPath(new URL("../../../../docs/monitoring/dashboard.json", import.meta.url))

/** Names of metrics of the server in a text. */
const metricsIn = (text: string): ReadonlySet<string> =>
  new Set([...text.matchAll(/\b(?:http_server|agenda|process|nodejs)_\w+/g)].map(([name]) => name.replace(/_(?:bucket|count|sum)$/, "")))

describe("metrics", () => {
  it("are read by promtool, and have every metric of the alert rules and of the dashboard", async () => {
    const env = { AGENDA_DATABASE: await freshDatabase("SQLite"), AGENDA_METRICS: "1", AGENDA_METRICS_TOKEN: "metrics-token" }
    const server = startCli(["serve", "--port", "0"], { env })
    const [, url] = await server.line(/^listening on (\S+)$/m)
    await (await fetch(`${url}/v2/agendas`)).text()
    await (await fetch(`${url}/v2/agendas?key=wrong`)).text()
    const text = await (await fetch(`${url}/metrics`, { headers: { authorization: "Bearer metrics-token" } })).text()
    server.signal("SIGTERM")
    await server.finished
    execFileSync("promtool", ["check", "metrics"], { input: text, stdio: ["pipe", "pipe", "pipe"] })
    execFileSync("promtool", ["check", "rules", rules])
    const served = metricsIn(text)
    for (const path of [rules, dashboard]) {
      for (const name of metricsIn(readFileSync(path, "utf8").replaceAll(/http_(?:route|request_method|response_status_code)/g, ""))) {
        expect(served, name).toContain(name)
      }
    }
  })
})
