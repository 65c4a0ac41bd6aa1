import { type ChildProcess, execFile, execFileSync, spawn } from "node:child_process"
import { once } from "node:events"
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { createServer as createHttpServer, request, type RequestListener } from "node:http"
import { type AddressInfo, createServer } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as pause } from "node:timers/promises"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"
import { afterAll, describe, expect, it } from "vitest"
import { useDatabases } from "../cli/commands/useDatabases.js"
import { startCli } from "../cli/runCli.js"

const { freshDatabase } = useDatabases()
const execute = promisify(execFile)
const root = fileURLToPath(new URL("../../../..", import.meta.url))
const fileOf = (name: string) => join(root, "docs/deploy", name)
const folder = mkdtempSync(join(tmpdir(), "agenda-engine-deploy-"))
const children: Array<ChildProcess> = []

afterAll(async () => {
  for (const child of children) {
    if (child.exitCode !== null) continue
    child.kill("SIGTERM")
    await once(child, "close")
  }
  rmSync(folder, { recursive: true })
})

const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, "127.0.0.1")
  await once(server, "listening")
  const port = portOf(server.address())
  server.close()
  await once(server, "close")
  return port
}

const portOf = (address: AddressInfo | string | null): number => typeof address === "object" && address !== null ? address.port : 0

/** How a proxy is started with an example of the documentation. */
const proxies: {
  readonly [name: string]: (config: (edit: (text: string) => string) => string, port: number, server: number) => ReadonlyArray<string>
} = {
  nginx: (config, port, server) => {
    const site = config((text) => text.replace("listen 80", `listen 127.0.0.1:${port}`).replace("127.0.0.1:3000", `127.0.0.1:${server}`))
    const main = join(folder, "nginx-main.conf")
    writeFileSync(
      main,
      `daemon off; pid ${folder}/nginx.pid; error_log stderr; events {} http { access_log off; client_body_temp_path ${folder}/body; proxy_temp_path ${folder}/proxy; fastcgi_temp_path ${folder}/f; uwsgi_temp_path ${folder}/u; scgi_temp_path ${folder}/s; include ${site}; }`
    )
    return ["nginx", "-c", main, "-p", folder]
  },
  caddy: (config, port, server) => {
    const file = config((text) =>
      `{\n\tadmin off\n\tdefault_bind 127.0.0.1\n}\n${
        text.replace(":80 {", `http://:${port} {`).replace("127.0.0.1:3000", `127.0.0.1:${server}`)
      }`
    )
    return ["caddy", "run", "--config", file, "--adapter", "caddyfile"]
  },
  haproxy: (config, port, server) => {
    const file = config((text) => text.replace("bind :80", `bind 127.0.0.1:${port}`).replace("127.0.0.1:3000", `127.0.0.1:${server}`))
    return ["haproxy", "-f", file]
  }
}

const examples: { readonly [name: string]: string } = { nginx: "nginx.conf", caddy: "Caddyfile", haproxy: "haproxy.cfg" }

const startProxy = async (name: string, servers: ReadonlyArray<number>): Promise<string> => {
  const port = await freePort()
  const config = (edit: (text: string) => string): string => {
    const file = join(folder, `${name}-${port}`)
    const [first = 0, ...others] = servers
    const more = others.map((server, index) => `    server other${index} 127.0.0.1:${server} check inter 200ms fall 1\n`).join("")
    writeFileSync(file, edit(readFileSync(fileOf(examples[name] ?? ""), "utf8")) + (first === 0 ? "" : more))
    return file
  }
  const [program = "", ...args] = proxies[name]?.(config, port, servers[0] ?? 0) ?? []
  const child = spawn(program, args, { stdio: ["ignore", "ignore", "pipe"] })
  children.push(child)
  let said = ""
  child.stderr.setEncoding("utf8").on("data", (text: string) => (said += text))
  const url = `http://127.0.0.1:${port}`
  const deadline = performance.now() + 20_000
  while (await fetch(`${url}/health/ready`).then(({ status }) => status !== 200, () => true)) {
    if (performance.now() > deadline) throw new Error(`${name} did not start: ${said}`)
    await pause(100)
  }
  return url
}

const started = async (env: { readonly [name: string]: string }) => {
  const server = startCli(["serve", "--port", "0"], { env: { AGENDA_TRUST_PROXY: "127.0.0.1", ...env } })
  const [, port = ""] = await server.line(/^listening on http:\/\/127\.0\.0\.1:(\d+)$/m)
  return { server, port: Number(port) }
}

/** The base of URLs in a response; `headers` are sent as they are, `Host` included. */
const baseOf = (url: string, headers: { readonly [name: string]: string }) =>
  new Promise<string>((resolve, reject) => {
    request(`${url}/nowhere`, { headers }, (response) => {
      let text = ""
      response.setEncoding("utf8").on("data", (chunk: string) => (text += chunk)).on("end", () => resolve(String(JSON.parse(text).type)))
    }).on("error", reject).end()
  })

const forged = {
  "host": "agenda.example",
  "x-forwarded-for": "198.51.100.9",
  "x-forwarded-proto": "https",
  "x-forwarded-host": "evil.example",
  "forwarded": "for=198.51.100.9;host=evil.example;proto=https"
}

describe.each(Object.keys(proxies))("the example for %s", (name) => {
  it("passes on who the client is and what it asked for, and nothing that the client forged", async () => {
    const { port, server } = await started({ AGENDA_DATABASE: await freshDatabase("SQLite") })
    const url = await startProxy(name, [port])
    expect(await baseOf(url, { host: "agenda.example" })).toBe("http://agenda.example/problems/not-found")
    expect(await baseOf(url, { host: "agenda.example:8080" })).toBe("http://agenda.example:8080/problems/not-found")
    expect(await baseOf(url, forged)).toBe("http://agenda.example/problems/not-found")
    server.signal("SIGTERM")
    const { stderr } = await server.finished
    const clients = stderr.split("\n").filter((line) => line.includes("url=") && line.includes("/nowhere")).map((line) =>
      /client=(\S+)/.exec(line)?.[1]
    )
    // This machine is the client and the proxy, so that no forged address can be the first that is not trusted.
    expect(new Set(clients)).toEqual(new Set(name === "nginx" ? ["127.0.0.1", "198.51.100.9"] : ["127.0.0.1"]))
  }, 60_000)
})

it("a server that stops behind HAProxy fails no request", async () => {
  const database = await freshDatabase("Postgres")
  const env = { AGENDA_DATABASE: database, AGENDA_NOT_READY_SECONDS: "1" }
  const [first, second] = [await started(env), await started(env)]
  const url = await startProxy("haproxy", [first.port, second.port])
  const statuses = new Map<number, number>()
  let isStopped = false
  const asking = Promise.all(Array.from({ length: 8 }, async () => {
    for (;;) {
      const status = await fetch(`${url}/v2/agendas`).then(async (response) => (await response.text(), response.status), () => 0)
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
      if (isStopped) return
    }
  }))
  await pause(1_000)
  first.server.signal("SIGTERM")
  expect(await first.server.finished).toMatchObject({ code: 0 })
  await pause(1_000)
  isStopped = true
  await asking
  expect([...statuses.keys()]).toEqual([401])
  second.server.signal("SIGTERM")
  await second.server.finished
}, 60_000)

it("a write behind HAProxy is sent once, whatever its server does with it, and a read again", async () => {
  const received: Array<string> = []
  const listening = async (answer: RequestListener) => {
    const server = createHttpServer((message, response) => {
      if (message.url === "/health/ready") return void response.writeHead(200).end()
      received.push(message.method ?? "")
      message.resume().once("end", () => answer(message, response))
    }).listen(0, "127.0.0.1")
    await once(server, "listening")
    return server
  }
  const servers = [
    await listening((message) => message.socket.destroy()),
    await listening((_, response) => response.writeHead(503).end())
  ]
  const url = await startProxy("haproxy", servers.map((server) => portOf(server.address())))
  const countOf = async (method: string) => {
    received.length = 0
    await fetch(url, { method, body: method === "GET" ? null : "{}" }).then((response) => response.text(), () => "")
    return received.length
  }
  // Both servers in turn.
  for (const method of ["POST", "POST", "PATCH", "PATCH", "DELETE", "DELETE"]) expect([method, await countOf(method)]).toEqual([method, 1])
  expect(await countOf("GET")).toBeGreaterThan(1)
  for (const server of servers) server.close().closeAllConnections()
}, 60_000)

it("the unit for systemd is exposed by 2 at most", () => {
  const said = execFileSync("systemd-analyze", ["security", "--offline=true", fileOf("agenda-engine.service")], { encoding: "utf8" })
  expect(Number(/Overall exposure level for agenda-engine.service: (\d+\.\d+)/.exec(said)?.[1])).toBeLessThanOrEqual(2)
})

it("what collect.sh collects serves, and its health command finds it ready", async () => {
  const target = join(folder, "collected")
  await execute("npm", ["run", "bundle", "--workspace", "http/server"], { cwd: root })
  await execute("sh", [fileOf("collect.sh"), target], { cwd: root })
  const main = join(target, "bin/agenda-engine.js")
  const port = await freePort()
  const database = `sqlite:${join(folder, "collected.db")}`
  const server = spawn(process.execPath, [main, "serve", "--port", String(port), "--database", database], {
    stdio: ["ignore", "pipe", "ignore"]
  })
  children.push(server)
  await once(server.stdout, "data")
  const said = execFileSync(process.execPath, [main, "health", "--port", String(port)], {
    encoding: "utf8",
    stdio: ["ignore", "pipe", "ignore"]
  })
  expect(JSON.parse(said)).toMatchObject({ status: "ready" })
}, 300_000)
