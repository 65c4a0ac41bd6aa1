import * as PgClient from "@effect/sql-pg/PgClient"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { useDatabases } from "../commands/useDatabases.js"
import { startCli } from "../runCli.js"
import { runInside } from "../runInside.js"

const { fileOf, freshDatabase } = useDatabases()

const listening = /^listening on (\S+)$/m

interface Demo {
  readonly url: string
  readonly publicKey: string
  readonly secretKey: string
  readonly agendas: ReadonlyArray<{ readonly uid: number }>
}

const source: { demo?: Demo; database?: string; lines?: string; stop?: () => Promise<unknown> } = {}

const made = () => {
  const { database, demo, lines } = source
  if (database === undefined || demo === undefined || lines === undefined) throw new Error("the demonstration did not start")
  return { database, demo, lines }
}

const post = async (url: string, body: object, headers: { readonly [name: string]: string } = {}) => {
  const response = await fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify(body)
  })
  return { status: response.status, body: await response.json() }
}

const tokenOf = async (url: string, code: string): Promise<string> =>
  (await post(`${url}/v2/requestAccessToken`, { code })).body.access_token

const draft = {
  title: { en: 'Zoë\'s 100 % "quoted" night' },
  description: { en: "d" },
  attendanceMode: 2,
  onlineAccessLink: "https://example.org/live",
  timings: [{ begin: "2035-06-01T18:00:00+02:00", end: "2035-06-01T20:00:00+02:00" }]
}

beforeAll(async () => {
  const folder = fileOf("demo")
  mkdirSync(folder)
  const server = startCli(["demo", "--port", "0", "--json"], { env: { TMPDIR: folder } })
  source.stop = async () => {
    server.signal("SIGTERM")
    await server.finished
  }
  const [line] = await server.line(/^\{.*\}$/m)
  const demo: Demo = JSON.parse(line)
  const [uid = 0] = demo.agendas.map((agenda) => agenda.uid)
  const headers = { "access-token": await tokenOf(demo.url, demo.secretKey) }
  const events = `${demo.url}/v2/agendas/${uid}/events`
  const [kept, removed] = [await post(events, draft, headers), await post(events, draft, headers)]
  expect([kept.status, removed.status]).toEqual([200, 200])
  expect((await fetch(`${events}/${removed.body.event.uid}`, { method: "DELETE", headers })).status).toBe(200)
  const database = `sqlite:${join(folder, String(readdirSync(folder)[0]), "demo.db")}`
  const hook = ["webhook", "create", "--agenda", String(uid), "--url", "https://example.org/hook", "--database", database]
  expect(await runInside(hook)).toMatchObject({ code: 0 })
  const exported = await runInside(["export", "--all", "-", "--database", database])
  expect(exported).toMatchObject({ code: 0 })
  Object.assign(source, { demo, database, lines: exported.stdout })
})

afterAll(() => source.stop?.())

/** Imports lines into a database, whose images have a folder of their own. */
const imported = (database: string, lines: string, env: { readonly [name: string]: string } = {}) =>
  runInside(["import", "--all", "-", "--database", database], { input: lines, env })

/** The rows of an export with their tables, and the lines of its images, in an order of their own: databases differ. */
const rowsIn = (lines: string): ReadonlyArray<string> =>
  lines.split("\n").flatMap((line) => {
    const { rows, table, ...others } = line === "" ? {} : JSON.parse(line)
    return Array.isArray(rows) ? rows.map((row) => `${table} ${JSON.stringify(row)}`) : [JSON.stringify(others)]
  }).toSorted()

describe("export --all", () => {
  it.each([
    { to: "Postgres", up: [] },
    { to: "Postgres with partitions", up: ["--partitions", "3"] }
  ])("copies a database from SQLite to $to and back, row by row and file by file", async ({ to, up }) => {
    const { lines } = made()
    const env = { AGENDA_IMAGES: fileOf(`images-of-${to}`) }
    const [postgres, sqlite] = [await freshDatabase("Postgres"), await freshDatabase("SQLite")]
    const rows = lines.split("\n").flatMap((line) => line === "" ? [] : [JSON.parse(line)])
    const counts = { rows: rows.flatMap((line) => line.rows ?? []).length, images: rows.filter((line) => "image" in line).length }
    expect(counts.images).toBeGreaterThan(5)
    expect(await runInside(["migrate", "up", ...up, "--database", postgres])).toMatchObject({ code: 0, stdout: "applied 1 schema\n" })
    expect(await imported(postgres, lines, env)).toMatchObject({
      code: 0,
      stdout: `imported ${counts.rows} rows and ${counts.images} image files\n`,
      stderr: expect.stringContaining("analyzed the tables")
    })
    const estimated = Effect.flatMap(
      PgClient.PgClient,
      (sql) => sql`SELECT reltuples > 0 AS known FROM pg_class WHERE relname = 'agenda_event'`
    )
    const estimates = Effect.provide(estimated, PgClient.layer({ url: Redacted.make(postgres) }))
    expect(await Effect.runPromise(estimates)).toEqual([{ known: true }])
    const again = await runInside(["export", "--all", "-", "--database", postgres], { env })
    expect(rowsIn(again.stdout)).toEqual(rowsIn(lines))
    expect(await imported(sqlite, again.stdout)).toMatchObject({ code: 0, stderr: expect.not.stringContaining("analyzed") })
    expect((await runInside(["export", "--all", "-", "--database", sqlite])).stdout === lines).toBe(true)
  })

  it("is not the only import that analyzes the tables on Postgres: so does one of many lines", async () => {
    const database = await freshDatabase("Postgres")
    const agenda = { kind: "agenda", uid: 7, slug: "town", title: "Town" }
    const hall = (uid: number) => ({
      kind: "location",
      uid,
      agendaUid: 7,
      name: `Hall ${uid}`,
      address: "1 rue de Siam",
      countryCode: "FR"
    })
    const lines = (first: number, count: number) =>
      [agenda, ...Array.from({ length: count }, (_, index) => hall(first + index))].map((line) => JSON.stringify(line)).join("\n")
    const run = (input: string, ...options: ReadonlyArray<string>) =>
      runInside(["import", "-", ...options, "--database", database], { input })
    const [dry, few, many] = [await run(lines(100, 1_000), "--dry-run"), await run(lines(100, 10)), await run(lines(1_000, 1_000))]
    expect([dry, few, many].map(({ code, stderr }) => [code, stderr.includes("analyzed the tables")])).toEqual([
      [0, false],
      [0, false],
      [0, true]
    ])
  })

  it("makes a database that answers as the first one, with the same keys", async () => {
    const { demo, lines } = made()
    const [{ uid } = { uid: 0 }] = demo.agendas
    const env = { AGENDA_IMAGES: fileOf("images-of-server"), AGENDA_DATABASE: await freshDatabase("Postgres") }
    expect(await imported(env.AGENDA_DATABASE, lines, env)).toMatchObject({ code: 0 })
    const server = startCli(["serve", "--port", "0"], { env })
    const [, url = ""] = await server.line(listening)
    const events = `/v2/agendas/${uid}/events`
    const [{ events: [first] }] = [
      await (await fetch(`${demo.url}${events}?size=1&detailed=1`, { headers: { key: demo.publicKey } })).json()
    ]
    const paths = [
      `${events}?size=100&detailed=1`,
      `${events}?size=100&relative[]=passed&relative[]=current&relative[]=upcoming&sort=updatedAt.desc`,
      `${events}?search=concert&detailed=1&size=100`,
      `${events}?removed=1&size=100`,
      `${events}?aggregations[]=keywords&aggregations[]=cities&size=0`,
      `${events}/${first.uid}`,
      `/v2/agendas/${uid}/locations?size=100&detailed=1`,
      `/v2/agendas/${uid}`,
      "/v2/agendas"
    ]
    const answer = async (from: string, path: string) => {
      const response = await fetch(`${from}${path}`, { headers: { key: demo.publicKey } })
      return { path, status: response.status, body: (await response.text()).replaceAll(from, "") }
    }
    for (const path of paths) expect(await answer(url, path)).toEqual(await answer(demo.url, path))
    const token = await tokenOf(url, demo.secretKey)
    expect((await post(`${url}${events}`, draft, { "access-token": token })).status).toBe(200)
    server.signal("SIGTERM")
    await server.finished
  })

  it("writes a file that its owner alone reads, and takes no agenda", async () => {
    const { database, lines } = made()
    const file = fileOf("copy.ndjson")
    expect(await runInside(["export", "--all", file, "--database", database, "--json"])).toMatchObject({ code: 0 })
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(readFileSync(file, "utf8").split("\n")).toHaveLength(lines.split("\n").length)
    expect(await runInside(["export", "--all", file, "--agenda", "1", "--database", database])).toMatchObject({ code: 2 })
  })
})

describe("import --all", () => {
  const other = "0123456789abcdef0123456789abcdef"
  const faults: ReadonlyArray<readonly [what: string, change: (lines: ReadonlyArray<string>) => ReadonlyArray<string>, says: string]> = [
    ["is cut off", (lines) => lines.slice(0, -2), "is not complete"],
    ["lacks a line", (lines) => lines.filter((line) => !line.startsWith('{"table":"agenda_key"')), "the copy is not complete"],
    [
      "has another schema",
      ([, ...lines]) => ['{"copy":{"engine":"0","step":"1 tables"}}', ...lines],
      "the copy is of version 0 with the schema 1 tables"
    ],
    ["has no first line", ([, ...lines]) => lines, "line 1: a copy begins with one line about its schema"],
    ["has a foreign line", ([first = "", ...lines]) => [first, '{"kind":"agenda"}', ...lines], "line 2: this is no line of a copy"],
    ["has an unknown table", ([first = "", ...lines]) => [first, '{"table":"x","rows":[{"y":1}]}', ...lines], "there is no table x"],
    ["has lines behind its end", (lines) => [...lines.slice(0, -1), String(lines.at(-2))], "behind the end"]
  ]

  it.each(faults)("changes nothing when the copy %s", async (_what, change, says) => {
    const target = await freshDatabase("SQLite")
    const { code, stderr } = await imported(target, change(made().lines.split("\n")).join("\n"))
    expect(code).toBe(1)
    expect(stderr).toContain(says)
    expect((await runInside(["user", "list", "--database", target, "--json"])).stdout).not.toContain("demo@example.org")
  })

  it("refuses a database that is not empty, and one with another id", async () => {
    const { lines } = made()
    const target = await freshDatabase("SQLite")
    await runInside(["agenda", "create", "--title", "Summer", "--database", target])
    expect(await imported(target, lines)).toMatchObject({ code: 1, stderr: expect.stringContaining("not empty") })
    expect((await runInside(["agenda", "list", "--database", target])).stdout).toContain("Summer")
    const refused = await imported(await freshDatabase("SQLite"), lines, { AGENDA_DATABASE_ID: other })
    expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining(other) })
    const options = ["--dry-run", "--owner=1"]
    for (const option of options) {
      writeFileSync(fileOf("lines"), lines)
      expect(await runInside(["import", "--all", option, fileOf("lines"), "--database", target])).toMatchObject({ code: 2 })
    }
  })
})
