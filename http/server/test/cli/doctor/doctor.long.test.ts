import { runStatements } from "@agenda-engine/sql/schema/createStatements"
import Sqlite from "better-sqlite3"
import { globalValue } from "effect/GlobalValue"
import { closeSync, mkdirSync, openSync, readdirSync, readFileSync, symlinkSync, utimesSync, writeFileSync, writeSync } from "node:fs"
import { join } from "node:path"
import { afterAll, describe, expect, it, vi } from "vitest"
import { useDatabases } from "../commands/useDatabases.js"

// A second step, as a later version has one.
vi.mock(import("@agenda-engine/sql/schema/migrationSteps"), async (original) => {
  const { migrationSteps, ...others } = await original()
  const ofTest = runStatements(["CREATE TABLE step_of_test (uid integer PRIMARY KEY)"])
  return { ...others, migrationSteps: (dialect) => ({ ...migrationSteps(dialect), "0002_of_test": ofTest }) }
})

/** Clears the cache of modules, and the default values of references, which effect keeps by name. */
const clearModules = (): void => {
  vi.resetModules()
  globalValue("effect/Context/defaultValueCache", () => new Map<string, unknown>()).clear()
}

// Files share the modules of their process: those of another file have the steps as they are, and must keep them.
clearModules()
const { runInside } = await import("../runInside.js")
afterAll(clearModules)

const { fileOf, freshDatabase } = useDatabases()

let folders = 0

/** A new database with an agenda, and the settings of a server on it. */
const setUp = async () => {
  const folder = fileOf(`doctor-${folders++}`)
  mkdirSync(folder)
  const file = join(folder, "agenda.db")
  const env: { readonly [name: string]: string } = { AGENDA_DATABASE: `sqlite:${file}`, AGENDA_PUBLIC_URL: "https://agenda.example" }
  expect((await runInside(["agenda", "create", "--title", "Summer"], { env })).code).toBe(0)
  return { env, file, folder }
}

/** What the doctor says: exit code and, of each check, its result. */
const examine = async (env: { readonly [name: string]: string }, ...args: ReadonlyArray<string>) => {
  const { code, stdout } = await runInside(["doctor", "--json", ...args], { env })
  const { findings } = JSON.parse(stdout)
  const found: { readonly [check: string]: { readonly result: string; readonly message: string; readonly remedy: string | null } } = Object
    .fromEntries(findings.map((finding: { readonly check: string }) => [finding.check, finding]))
  return { code, found }
}

const change = (file: string, statement: string): void => {
  const database = new Sqlite(file)
  database.exec(statement)
  database.pragma("wal_checkpoint(TRUNCATE)")
  database.close()
}

/** Undoes the step of this test, so that it is pending. */
const undoStep = (file: string): void => change(file, "DROP TABLE step_of_test; DELETE FROM agenda_migration WHERE name = 'of_test'")

/** The number of the root page of a table, whose pages are all in the file. */
const rootPage = (file: string, table: string): number => {
  const database = new Sqlite(file)
  database.pragma("wal_checkpoint(TRUNCATE)")
  const page = database.prepare("SELECT rootpage FROM sqlite_master WHERE name = ?").pluck().get(table)
  database.close()
  return Number(page)
}

/** Set-ups that are broken: what breaks them, and the check that fails with a part of its message and of its remedy. */
const broken: {
  readonly [what: string]: (made: Awaited<ReturnType<typeof setUp>>) => {
    readonly env: { readonly [name: string]: string }
    readonly check: string
    readonly message: string
    readonly remedy: string
  }
} = {
  "a database that is not there": ({ env, folder }) => ({
    env: { ...env, AGENDA_DATABASE: `sqlite:${join(folder, "none.db")}` },
    check: "database",
    message: "there is none at",
    remedy: "AGENDA_DATABASE"
  }),
  "a database with another id": ({ env }) => ({
    env: { ...env, AGENDA_DATABASE_ID: "0123456789abcdef0123456789abcdef" },
    check: "database",
    message: "has the id",
    remedy: "AGENDA_DATABASE"
  }),
  "a file that is no database": ({ env, file }) => {
    writeFileSync(file, "x".repeat(20_000))
    return { env, check: "database", message: "file is not a database", remedy: "AGENDA_DATABASE" }
  },
  "an older schema": ({ env, file }) => {
    undoStep(file)
    return { env, check: "schema", message: "1 steps are pending", remedy: "migrate up" }
  },
  "a newer schema": ({ env, file }) => {
    change(file, "INSERT INTO agenda_migration (migration_id, name) VALUES (9001, 'from_the_future')")
    return { env, check: "schema", message: "newer version", remedy: "the version that migrated it last" }
  },
  "damaged pages": ({ env, file }) => {
    const page = rootPage(file, "agenda_event_history")
    const descriptor = openSync(file, "r+")
    writeSync(descriptor, Buffer.alloc(4_096, 0xff), 0, 4_096, (page - 1) * 4_096)
    closeSync(descriptor)
    return { env, check: "content", message: "database disk image is malformed", remedy: "restore FILE" }
  },
  "a setting that is invalid": ({ env }) => ({
    env: { ...env, AGENDA_STATEMENT_SECONDS: "soon" },
    check: "settings",
    message: "AGENDA_STATEMENT_SECONDS",
    remedy: "correct"
  }),
  "a mail server that does not answer": ({ env }) => ({
    env: { ...env, AGENDA_MAIL: "smtp://ada:canary@127.0.0.1:1", AGENDA_MAIL_FROM: "ada@example.org" },
    check: "mail",
    message: "127.0.0.1:1",
    remedy: "AGENDA_MAIL"
  }),
  "a geocoder that does not answer": ({ env }) => ({
    env: { ...env, AGENDA_GEOCODER: "ban", AGENDA_GEOCODER_BAN_URL: "http://canary:canary@127.0.0.1:1" },
    check: "geocoder",
    message: "http://redacted@127.0.0.1:1",
    remedy: "AGENDA_GEOCODER_BAN_URL"
  }),
  "a folder of images that cannot be made": ({ env, folder }) => ({
    env: { ...env, AGENDA_IMAGES: join(folder, "no", "images") },
    check: "images",
    message: "ENOENT",
    remedy: "let the user of the server write"
  })
}

describe("doctor", () => {
  it("finds nothing to mend in a sound set-up, and warns of what is missing", async () => {
    const { env, file } = await setUp()
    const { code, found } = await examine(env)
    expect(code).toBe(0)
    expect(Object.values(found).filter(({ result }) => result === "failed")).toEqual([])
    expect(found["database"]?.message).toContain(`${file} (inode`)
    expect([found["backup"]?.result, found["mail"]?.result, found["schema"]?.result]).toEqual(["warning", "warning", "ok"])
    await runInside(["backup", `${file}.copy`], { env })
    expect((await examine(env)).found["backup"]?.result).toBe("ok")
  })

  it.each(Object.entries(broken))("names %s and what mends it, and prints no secret", async (_, breaking) => {
    const { check, env, message, remedy } = breaking(await setUp())
    const { code, found } = await examine(env)
    expect(code).toBe(1)
    expect(found[check]).toMatchObject({
      result: "failed",
      message: expect.stringContaining(message),
      remedy: expect.stringContaining(remedy)
    })
    expect(JSON.stringify(found)).not.toContain("canary")
  })

  it("prints no password of a bucket, and warns of metrics that everybody can read behind a proxy", async () => {
    const { env } = await setUp()
    const measured = {
      ...env,
      AGENDA_IMAGES: "s3:https://canary:canary@s3.example/bucket",
      AGENDA_S3_ACCESS_KEY_ID: "canary",
      AGENDA_S3_SECRET_ACCESS_KEY: "canary",
      AGENDA_METRICS: "1",
      AGENDA_METRICS_NETWORKS: "127.0.0.0/8"
    }
    const { found } = await examine(measured)
    expect(found["images"]?.message).toBe("s3:https://redacted@s3.example/bucket")
    expect(JSON.stringify(found)).not.toContain("canary")
    expect(found["metrics"]).toMatchObject({ result: "warning", remedy: expect.stringContaining("AGENDA_TRUST_PROXY") })
    const trusting = await examine({ ...measured, AGENDA_TRUST_PROXY: "127.0.0.1" })
    expect(trusting.found["metrics"]?.result).toBe("ok")
  })

  it("mends an older schema with --fix", async () => {
    const { env, file } = await setUp()
    undoStep(file)
    const { code, found } = await examine(env, "--fix")
    expect({ code, schema: found["schema"]?.result }).toEqual({ code: 0, schema: "ok" })
  })

  it("checks a database on Postgres, and changes none", async () => {
    const env = { AGENDA_DATABASE: await freshDatabase("Postgres") }
    expect((await examine(env, "--fix")).found["database"]).toMatchObject({
      result: "failed",
      message: expect.stringContaining("there is none")
    })
    await runInside(["agenda", "create", "--title", "Summer"], { env })
    const { code, found } = await examine(env)
    expect(code).toBe(0)
    expect(found["database"]).toMatchObject({ result: "ok", message: expect.stringContaining("1 agendas, 0 events") })
    expect(JSON.stringify(found)).not.toContain(new URL(env.AGENDA_DATABASE).password + "@")
  })

  it.each([
    ["missing", null, "pg_dump is not installed"],
    ["older than the server", "pg_dump (PostgreSQL) 9.6.24", "pg_dump has version 9"]
  ])("warns when pg_dump is %s", async (_, printed, message) => {
    const env = { AGENDA_DATABASE: await freshDatabase("Postgres") }
    const programs = fileOf(`programs-${folders++}`)
    mkdirSync(programs)
    if (printed !== null) writeFileSync(join(programs, "pg_dump"), `#!/bin/sh\necho "${printed}"\n`, { mode: 0o755 })
    await runInside(["agenda", "create", "--title", "Summer"], { env })
    vi.stubEnv("PATH", programs)
    const { code, found } = await examine(env).finally(() => vi.unstubAllEnvs())
    expect(code).toBe(0)
    expect(found["pg_dump"]).toMatchObject({ result: "warning", message: expect.stringContaining(message) })
    expect(found["slowest"]?.message).toContain("pg_stat_statements")
  })

  it("warns of files that belong to no image, and moves those of yesterday aside with --fix", async () => {
    const { env, file, folder } = await setUp()
    const images = join(folder, "images")
    mkdirSync(images)
    const [known, orphan, fresh] = ["e5F6", "a1B2", "c3D4"].map((part) => part.repeat(8))
    const row = `('${String(known)}', 'd', '{}', 'stored')`
    change(file, `INSERT INTO agenda_image (name, digest, image, state) VALUES ${row}`)
    const names = [`${known}.jpg`, `${known}.full.jpg`, `${known}.thumbnail.jpg`, `${orphan}.full.jpg`, `${fresh}.jpg`, "poster.webp"]
    for (const name of names) writeFileSync(join(images, name), "x")
    for (const name of names.slice(0, 4)) utimesSync(join(images, name), 1, 1)
    symlinkSync(join(folder, "nowhere"), join(images, `${"g7H8".repeat(8)}.jpg`))
    const { code, found } = await examine(env)
    expect(code).toBe(0)
    expect(found["orphans"]).toMatchObject({ result: "warning", message: `1 files in ${images} belong to no image` })
    expect((await examine(env, "--fix")).found["orphans"]?.result).toBe("ok")
    expect(readdirSync(`${images}.orphans`)).toEqual([`${orphan}.full.jpg`])
    expect(readdirSync(images)).toEqual(expect.arrayContaining(names.filter((name) => name !== `${orphan}.full.jpg`)))
  })

  it("moves no file of a folder that is probably of another database", async () => {
    const { env, folder } = await setUp()
    const images = join(folder, "images")
    mkdirSync(images)
    const name = `${"a1B2".repeat(8)}.jpg`
    writeFileSync(join(images, name), "x")
    utimesSync(join(images, name), 1, 1)
    const { found } = await examine(env, "--fix")
    expect(found["orphans"]).toMatchObject({ result: "warning", remedy: expect.stringContaining("AGENDA_IMAGES") })
    expect(readdirSync(images)).toEqual([name])
  })

  it("warns of a clock that is before the newest change", async () => {
    const { env, file } = await setUp()
    expect((await examine(env)).found["clock"]?.result).toBe("ok")
    change(file, "UPDATE agenda_change SET changed_at = 32472144000000")
    expect((await examine(env)).found["clock"]).toMatchObject({ result: "warning", message: expect.stringContaining("2999-01-01") })
  })

  it("prints one block of text", async () => {
    const { env } = await setUp()
    const { stdout } = await runInside(["doctor"], { env: { ...env, AGENDA_PROT: "1" } })
    expect(stdout).toMatch(/^agenda-engine \d+\.\d+\.\d+, Node v/)
    expect(stdout).toContain("warning settings  nothing reads AGENDA_PROT\n                  -> correct or unset these variables\n")
    expect(readFileSync(new URL("../../../package.json", import.meta.url), "utf8")).toContain(/agenda-engine (\S+),/.exec(stdout)?.[1])
  })
})
