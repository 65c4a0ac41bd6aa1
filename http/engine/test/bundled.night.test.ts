import { describe, expect, it } from "@effect/vitest"
import { spawn } from "node:child_process"
import { mkdir, readFile, rm, writeFile } from "node:fs/promises"
import { dirname, join } from "node:path"
import { copyDriver, inHost, run } from "../../../core/test/repository/packages/inHost.js"

const packages = ["core", "sql", "sqlite", "postgres", "richtext", "images", "mail", "geocoding", "outbound", "http", "pages", "engine"]

const driver = { "better-sqlite3": "12.11.1" }

const guide = await readFile(join(import.meta.dirname, "../../../docs/guides/bundle.md"), "utf8")

/** The files of the guide: each begins with its path. */
const files = [...guide.matchAll(/```[jt]s\n\/\/ (\S+)\n([^]*?)```/g)].map(([, path = "", text = ""]) => ({ path, text }))

/** The commands of a section, with the line breaks of the shell removed. */
const commandOf = (begin: string): string =>
  [...guide.matchAll(/```sh\n([^]*?)```/g)].map(([, text = ""]) => text.replaceAll("\\\n", "").trim()).find((text) =>
    text.startsWith(begin)
  ) ?? ""

/** Makes an event and reads it by a search, a workbook, a page and the API reference. */
const visit = `export const visit = async (engine, base) => {
  const { agendas, keys, users } = engine.services
  const { uid: ownerUid } = await users.create({ name: "Ada", email: "ada@example.org" })
  const { uid, slug } = await agendas.create({ title: "Town", ownerUid })
  const { key } = await keys.create({ kind: "secret", ownerUid, agendaUids: null, operations: null, expiresAt: null })
  const ask = (path, init) => engine.handler(new Request("http://host.example" + base + path, init))
  const json = { "content-type": "application/json" }
  const bought = await ask("/v2/requestAccessToken", { method: "POST", headers: json, body: JSON.stringify({ code: key }) })
  const headers = { ...json, "access-token": (await bought.json()).access_token }
  const event = {
    title: { en: "Concert" },
    description: { en: "On the river" },
    longDescription: { en: "**Free**" },
    state: 2,
    attendanceMode: 2,
    onlineAccessLink: "https://live.example/concert",
    timings: [{ begin: "2031-06-21T21:30:00+02:00", end: "2031-06-21T23:00:00+02:00" }]
  }
  const events = "/v2/agendas/" + uid + "/events"
  const written = await ask(events, { method: "POST", headers, body: JSON.stringify(event) })
  const found = await (await ask(events + "?search=conc&detailed=1&longDescriptionFormat=HTML", { headers })).json()
  const statuses = []
  for (const path of [events + ".xlsx", events + ".csv", "/agendas/" + slug, "/docs"]) statuses.push((await ask(path, { headers })).status)
  return [written.status, found.events[0].longDescription.en.trim(), ...statuses].join(" ")
}
`

const visited = "200 <p><strong>Free</strong></p> 200 200 200 200"

const host = `import { createAgendaEngine } from "@agenda-engine/engine"
import { visit } from "./visit.mjs"
const main = async () => {
  const engine = createAgendaEngine({ database: "sqlite:agenda.db" })
  console.log(await visit(engine, ""))
  await engine.close()
}
main()
`

/** No tool reports to its makers or draws on a terminal. */
const quiet = ["NEXT_TELEMETRY_DISABLED=1", "CI=1"]

const inFolder = async (folder: string, program: string, ...args: ReadonlyArray<string>): Promise<string> => {
  const { stdout } = await run("env", [...quiet, program, ...args], { cwd: folder })
  return stdout.trim()
}

const binary = (folder: string, name: string): string => join(folder, "node_modules", ".bin", name)

const withoutDatabase = async (folder: string): Promise<void> => {
  for (const suffix of ["", "-wal", "-shm"]) await rm(join(folder, `agenda.db${suffix}`), { force: true })
}

/** Runs a bundled host, on a new database. */
const runBundle = async (folder: string, path: string): Promise<string> => {
  await withoutDatabase(folder)
  return inFolder(folder, process.execPath, path)
}

/** Runs a test in the folder of a host of Next that consists of the files of the guide. */
const inNext = (test: (folder: string) => Promise<void>): Promise<void> =>
  inHost(packages, {
    ...driver,
    "@types/node": "20.19.43",
    "@types/react": "19.2.0",
    next: "16.4.6",
    react: "19.2.0",
    "react-dom": "19.2.0",
    typescript: "5.9.3"
  }, async (folder) => {
    await copyDriver(folder)
    expect(files.map(({ path }) => path)).toEqual(["next.config.mjs", "engine.ts", "app/calendar/[[...path]]/route.ts"])
    const written = [
      ...files,
      { path: "visit.mjs", text: visit },
      {
        path: "app/visit/route.ts",
        text: `import { engine } from "../../engine"
import { visit } from "../../visit.mjs"
export const dynamic = "force-dynamic"
export const GET = async () => new Response(await visit(engine, "/calendar"))
`
      },
      {
        path: "app/layout.tsx",
        text: `export default ({ children }: { children: React.ReactNode }) => <html lang="en"><body>{children}</body></html>\n`
      },
      { path: "app/page.tsx", text: `export default () => <p>host</p>\n` }
    ]
    for (const { path, text } of written) {
      await mkdir(dirname(join(folder, path)), { recursive: true })
      await writeFile(join(folder, path), text)
    }
    await test(folder)
  })

const next = join("node_modules", "next", "dist", "bin", "next")

/** Runs a test with the address of a server that a command starts, and stops it. */
const served = async (folder: string, command: ReadonlyArray<string>, test: (address: string) => Promise<void>): Promise<void> => {
  const program = command[0] === next ? [process.execPath, ...command] : command
  const server = spawn("env", [...quiet, ...program], { cwd: folder, stdio: ["ignore", "pipe", "inherit"] })
  const ended = new Promise((resolve) => server.once("exit", resolve))
  try {
    const address = await new Promise<string>((resolve, reject) => {
      let printed = ""
      server.once("exit", () => reject(new Error(printed)))
      server.stdout.on("data", (chunk) => {
        printed += String(chunk)
        const [, url] = /Local:\s+(http:\S+)[^]*Ready/.exec(printed) ?? []
        if (url !== undefined) resolve(url)
      })
    })
    await test(address)
  } finally {
    server.kill()
    await ended
  }
}

describe("a host without nodemailer, sharp and the driver of Postgres", () => {
  it("is bundled by esbuild and Vite as the guide says", () =>
    inHost(packages, { ...driver, esbuild: "0.28.2", vite: "8.3.8" }, async (folder) => {
      await copyDriver(folder)
      await writeFile(join(folder, "visit.mjs"), visit)
      await writeFile(join(folder, "host.js"), host)
      expect(await runBundle(folder, "host.js")).toBe(visited)

      for (const command of ["npx esbuild host.js --bundle --platform", "npx esbuild host.js --bundle --splitting"]) {
        const text = commandOf(command)
        expect(text).toContain(command)
        await inFolder(folder, "sh", "-c", text.replace("npx esbuild", binary(folder, "esbuild")))
      }
      expect(await runBundle(folder, "host.cjs")).toBe(visited)
      expect(await runBundle(folder, "out/host.js")).toBe(visited)

      await inFolder(folder, binary(folder, "vite"), "build", "--ssr", "host.js", "--outDir", "apart")
      expect(await runBundle(folder, "apart/host.js")).toBe(visited)
      await writeFile(join(folder, "vite.config.js"), `export default { ssr: { noExternal: true, external: ["better-sqlite3"] } }`)
      await inFolder(folder, binary(folder, "vite"), "build", "--ssr", "host.js", "--outDir", "whole")
      expect(await runBundle(folder, "whole/host.js")).toBe(visited)
    }))

  it("is built and started by Next as the guide says, with Turbopack and webpack", () =>
    inNext(async (folder) => {
      for (const bundler of ["--turbopack", "--webpack"]) {
        await rm(join(folder, ".next"), { recursive: true, force: true })
        await withoutDatabase(folder)
        await inFolder(folder, binary(folder, "next"), "build", bundler)
        await served(folder, [next, "start", "-p", "0", "-H", "127.0.0.1"], async (address) => {
          expect(await (await fetch(`${address}/visit`)).text()).toBe(visited)
          expect((await fetch(`${address}/calendar/health/ready`)).status).toBe(200)
          expect((await fetch(`${address}/calendar/agendas/town`)).status).toBe(200)
        })
      }
    }))

  it("is developed with Next, and answers after a change of the file that makes the engine", () =>
    inNext((folder) =>
      served(folder, [next, "dev", "-p", "0", "-H", "127.0.0.1"], async (address) => {
        expect(await (await fetch(`${address}/visit`)).text()).toBe(visited)
        const engine = await readFile(join(folder, "engine.ts"), "utf8")
        await writeFile(join(folder, "engine.ts"), `${engine}\nexport const changed = true\n`)
        const asked = () => fetch(`${address}/calendar/agendas/town`).then(({ status }) => status)
        for (let request = 0; request < 5; request++) expect(await asked()).toBe(200)
      })
    ))

  it("runs from the standalone output of Next, and again after it was stopped", () =>
    inNext(async (folder) => {
      const config = await readFile(join(folder, "next.config.mjs"), "utf8")
      await writeFile(join(folder, "next.config.mjs"), config.replace("{ ", `{ output: "standalone", `))
      await inFolder(folder, binary(folder, "next"), "build")
      const output = join(folder, ".next", "standalone")
      const program = ["PORT=0", "HOSTNAME=127.0.0.1", process.execPath, "server.js"]
      await served(output, program, async (address) => expect(await (await fetch(`${address}/visit`)).text()).toBe(visited))
      await served(output, program, async (address) => expect((await fetch(`${address}/calendar/agendas/town`)).status).toBe(200))
    }))
})
