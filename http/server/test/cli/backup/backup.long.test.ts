import Sqlite from "better-sqlite3"
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync
} from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { useDatabases } from "../commands/useDatabases.js"
import { startCli } from "../runCli.js"
import { runInside } from "../runInside.js"

const { fileOf } = useDatabases()

let folders = 0

/** A folder with a database that has one agenda and one image, and how commands run on it. */
const filled = async () => {
  const folder = fileOf(`backup-${folders++}`)
  mkdirSync(join(folder, "images"), { recursive: true })
  writeFileSync(join(folder, "images", "poster.webp"), "an image")
  const env = { AGENDA_DATABASE: `sqlite:${join(folder, "agenda.db")}` }
  const run = (...args: ReadonlyArray<string>) => runInside(args, { env })
  expect((await run("agenda", "create", "--title", "Summer")).code).toBe(0)
  return { folder, env, run, at: (name: string) => join(folder, name) }
}

const read = <A>(path: string, use: (database: Sqlite.Database) => A): A => {
  const database = new Sqlite(path, { readonly: true })
  try {
    return use(database)
  } finally {
    database.close()
  }
}

describe("backup", () => {
  it("writes a database that opens as it is, a manifest and the images", async () => {
    const { at, env, run } = await filled()
    const { code, stdout } = await run("backup", at("copy.db"), "--json")
    expect(code).toBe(0)
    const manifest: unknown = JSON.parse(readFileSync(at("copy.db.json"), "utf8"))
    expect(manifest).toMatchObject({
      kind: "sqlite",
      agendas: 1,
      events: 0,
      images: "copy.db.images",
      sha256: expect.stringMatching(/^[\da-f]{64}$/)
    })
    expect(JSON.parse(stdout)).toEqual({ file: at("copy.db"), ...Object(manifest) })
    expect(readFileSync(at("copy.db.images/poster.webp"), "utf8")).toBe("an image")
    const list = await runInside(["agenda", "list"], { env: { ...env, AGENDA_DATABASE: `sqlite:${at("copy.db")}` } })
    expect(list.stdout).toContain("Summer")
    expect(readdirSync(at(".")).filter((name) => name.includes("partial"))).toEqual([])
  })

  it("is shown by health checks and metrics", async () => {
    const { at, env, run } = await filled()
    await run("backup", at("copy.db"))
    const server = startCli(["serve", "--port", "0"], { env: { ...env, AGENDA_METRICS: "1", AGENDA_METRICS_NETWORKS: "127.0.0.1" } })
    const [, url] = await server.line(/^listening on (\S+)$/m)
    const health: unknown = await (await fetch(`${url}/health/ready`)).json()
    const metrics = await (await fetch(`${url}/metrics`)).text()
    server.signal("SIGTERM")
    await server.finished
    const { at: begun } = JSON.parse(readFileSync(at("copy.db.json"), "utf8"))
    expect(health).toMatchObject({ backup: { at: expect.stringMatching(/^\d{4}-\d\d-\d\dT/) } })
    expect(metrics).toContain(`agenda_last_backup_timestamp_seconds ${begun / 1_000}\n`)
  })

  it("copies no hidden, partial or vanished images, and no folders", async () => {
    const { at, run } = await filled()
    writeFileSync(at("images/.poster.webp"), "half")
    writeFileSync(at("images/poster.webp.partial"), "half")
    symlinkSync(at("nowhere"), at("images/vanished.webp"))
    mkdirSync(at("images/lost+found"))
    expect((await run("backup", at("copy.db"))).code).toBe(0)
    expect(readdirSync(at("copy.db.images"))).toEqual(["poster.webp"])
  })

  it("removes old backups of its own database only, and what interrupted ones left", async () => {
    const { at, env, run } = await filled()
    const other = await filled()
    mkdirSync(at("backups"))
    const own = at("backups/agenda-20200101T000000Z.db")
    const foreign = at("backups/agenda-20190101T000000Z.db")
    const unknown = at("backups/agenda-20180101T000000Z.db")
    await run("backup", own)
    const halfRemoved = at("backups/agenda-20170101T000000Z.db")
    await run("backup", halfRemoved)
    rmSync(halfRemoved)
    await other.run("backup", foreign)
    writeFileSync(unknown, "no manifest")
    const [left, fresh] = ["7", "8"].map((pid) => at(`backups/agenda-20200102T000000Z.db.${pid}.partial`))
    for (const name of [left, fresh]) writeFileSync(String(name), "half")
    utimesSync(String(left), 1, 1)
    const backing = startCli(["backup", at("backups"), "--every", "1", "--keep", "1"], { env })
    const gone = [own, `${own}.json`, `${halfRemoved}.json`, String(left)]
    await expect.poll(() => gone.filter(existsSync), { timeout: 20_000 }).toEqual([])
    backing.signal("SIGTERM")
    await backing.finished
    const kept = [foreign, `${foreign}.json`, unknown, String(fresh)]
    expect(kept.filter(existsSync)).toEqual(kept)
  })

  it("replaces no file, and fails without a database", async () => {
    const { at, env, run } = await filled()
    writeFileSync(at("there.db"), "there")
    expect(await run("backup", at("there.db"))).toMatchObject({ code: 1, stderr: expect.stringContaining("there.db exists already") })
    expect(readFileSync(at("there.db"), "utf8")).toBe("there")
    for (const database of ["sqlite::memory:", `sqlite:${at("none.db")}`]) {
      expect((await runInside(["backup", at("new.db")], { env: { ...env, AGENDA_DATABASE: database } })).code).toBe(1)
    }
    expect(await run("backup", join(at("no-folder"), "new.db"))).toMatchObject({ code: 1 })
    expect([at("new.db"), at("new.db.json"), at("none.db")].filter(existsSync)).toEqual([])
  })
})

describe("restore", () => {
  it("makes the database, its images and its keys again, and lets cursors of changes expire", async () => {
    const { at, env, run } = await filled()
    const { stdout: created } = await run("key", "create", "--kind", "public", "--json")
    await run("backup", at("copy.db"))
    const restored = { ...env, AGENDA_DATABASE: `sqlite:${at("elsewhere/agenda.db")}` }
    mkdirSync(at("elsewhere"))
    const { code, stdout } = await runInside(["restore", at("copy.db"), "--json"], { env: restored })
    expect({ code, restored: JSON.parse(stdout) }).toMatchObject({ code: 0, restored: { agendas: 1, events: 0, aside: null } })
    expect(readFileSync(at("elsewhere/images/poster.webp"), "utf8")).toBe("an image")
    expect((await runInside(["key", "list"], { env: restored })).stdout).toContain(JSON.parse(created).id)
    expect(read(at("elsewhere/agenda.db"), (database) => database.prepare("SELECT count(*) AS logs FROM agenda_change_log").get())).toEqual(
      { logs: 0 }
    )
    const ids = [at("agenda.db"), at("elsewhere/agenda.db")].map((path) =>
      read(path, (database) => database.prepare("SELECT id FROM agenda_database").pluck().get())
    )
    expect(ids[1]).toBe(ids[0])
  })

  it("asks before it replaces a database, and keeps the former one", async () => {
    const { at, run } = await filled()
    await run("backup", at("copy.db"))
    await run("agenda", "create", "--title", "Winter")
    const asked = await run("restore", at("copy.db"))
    expect(asked).toMatchObject({ code: 2, stderr: expect.stringContaining("agenda.db (inode") })
    expect(asked.stderr).toContain("with 2 agendas and 0 events: stop its servers, and repeat with --yes")
    expect((await run("agenda", "list")).stdout).toContain("Winter")
    const { aside } = JSON.parse((await run("restore", at("copy.db"), "--yes", "--json")).stdout)
    expect((await run("agenda", "list")).stdout).not.toContain("Winter")
    const former = await runInside(["agenda", "list"], { env: { AGENDA_DATABASE: `sqlite:${aside}` } })
    expect(former.stdout).toContain("Winter")
  })

  it("refuses while a server has the database open", async () => {
    const { at, env, run } = await filled()
    await run("backup", at("copy.db"))
    const server = startCli(["serve", "--port", "0"], { env })
    await server.line(/^listening on/m)
    const { code, stderr } = await run("restore", at("copy.db"), "--yes")
    expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringContaining("agenda.db open: stop it first") })
    expect((await run("agenda", "list")).stdout).toContain("Summer")
    server.signal("SIGTERM")
    expect(await server.finished).toMatchObject({ code: 0 })
    expect((await run("restore", at("copy.db"), "--yes")).code).toBe(0)
    expect(readdirSync(at(".")).filter((name) => name.includes("partial"))).toEqual([])
  })

  it("replaces the target of a symbolic link, and only when nothing has it open", async () => {
    const { at, run } = await filled()
    await run("backup", at("copy.db"))
    mkdirSync(at("volume"))
    renameSync(at("agenda.db"), at("volume/agenda.db"))
    symlinkSync(at("volume/agenda.db"), at("agenda.db"))
    await run("agenda", "create", "--title", "Winter")
    const open = new Sqlite(at("volume/agenda.db"))
    open.prepare("SELECT count(*) FROM agenda").get()
    const { code, stderr } = await run("restore", at("copy.db"), "--yes")
    open.close()
    expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringContaining("volume/agenda.db open: stop it first") })
    expect((await run("restore", at("copy.db"), "--yes")).code).toBe(0)
    expect(lstatSync(at("agenda.db")).isSymbolicLink()).toBe(true)
    expect((await run("agenda", "list")).stdout).not.toContain("Winter")
  })

  it("does not replace a database that AGENDA_DATABASE_ID does not name", async () => {
    const { at, env, run } = await filled()
    const other = await filled()
    await run("backup", at("copy.db"))
    const { databaseId } = JSON.parse(readFileSync(at("copy.db.json"), "utf8"))
    const onOther = { ...other.env, AGENDA_DATABASE_ID: String(databaseId) }
    const { code, stderr } = await runInside(["restore", at("copy.db"), "--yes"], { env: onOther })
    expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringContaining("but the database to replace has the id") })
    expect(readdirSync(other.folder).filter((name) => name.includes("before"))).toEqual([])
    const onOwn = { ...env, AGENDA_DATABASE_ID: String(databaseId) }
    expect((await runInside(["restore", at("copy.db"), "--yes"], { env: onOwn })).code).toBe(0)
  })

  it("changes no database when the images of the backup cannot be read", async () => {
    const { at, run } = await filled()
    await run("backup", at("copy.db"))
    await run("agenda", "create", "--title", "Winter")
    rmSync(at("copy.db.images"), { recursive: true })
    const { code, stderr } = await run("restore", at("copy.db"), "--yes")
    expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringContaining("copy.db.images cannot be read") })
    expect((await run("agenda", "list")).stdout).toContain("Winter")
  })

  it("says that a backup was changed when a command has opened it", async () => {
    const { at, run } = await filled()
    await run("backup", at("copy.db"))
    await runInside(["agenda", "list"], { env: { AGENDA_DATABASE: `sqlite:${at("copy.db")}` } })
    const { code, stderr } = await run("restore", at("copy.db"), "--yes")
    expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringContaining("copy.db is damaged, or was opened and changed") })
  })

  it("replaces a damaged database, and keeps it", async () => {
    const { at, run } = await filled()
    await run("backup", at("copy.db"))
    writeFileSync(at("agenda.db"), "no database".repeat(1_000))
    const { aside } = JSON.parse((await run("restore", at("copy.db"), "--yes", "--json")).stdout)
    expect(readFileSync(String(aside), "utf8")).toContain("no database")
    expect((await run("agenda", "list")).stdout).toContain("Summer")
  })

  it("refuses a damaged, incomplete or foreign backup, and changes nothing", async () => {
    const { at, env, run } = await filled()
    await run("backup", at("copy.db"))
    const before = readFileSync(at("agenda.db"))
    const refused = async (message: string, more: { readonly [name: string]: string } = {}) => {
      const { code, stderr } = await runInside(["restore", at("copy.db"), "--yes"], { env: { ...env, ...more } })
      expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringContaining(message) })
      expect(readFileSync(at("agenda.db")).equals(before)).toBe(true)
    }
    await refused("AGENDA_DATABASE_ID is 0123456789abcdef0123456789abcdef, but " + at("copy.db") + " has the id", {
      AGENDA_DATABASE_ID: "0123456789abcdef0123456789abcdef"
    })
    await refused("is a backup of sqlite, not of postgres", { AGENDA_DATABASE: "postgres://127.0.0.1:1/none" })
    const bytes = readFileSync(at("copy.db"))
    bytes.writeUInt8(bytes.readUInt8(5_000) ^ 1, 5_000)
    writeFileSync(at("copy.db"), bytes)
    await refused("copy.db is damaged")
    const manifest = readFileSync(at("copy.db.json"), "utf8")
    writeFileSync(at("copy.db.json"), manifest.replace("sqlite", "mysql"))
    await refused("copy.db.json is not the manifest of a backup")
    expect((await run("restore", at("none.db"))).stderr).toContain("none.db.json cannot be read")
  })
})
