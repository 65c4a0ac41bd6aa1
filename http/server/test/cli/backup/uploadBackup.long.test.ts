import S3rver from "@20minutes/s3rver"
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { basename, join } from "node:path"
import { setTimeout as pause } from "node:timers/promises"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { useDatabases } from "../commands/useDatabases.js"
import { startCli } from "../runCli.js"
import { runInside } from "../runInside.js"

const { fileOf } = useDatabases()

const directory = fileOf("buckets")
const s3 = new S3rver({ address: "127.0.0.1", port: 0, silent: true, directory, configureBuckets: [{ name: "backups" }] })
const place = { url: "" }

beforeAll(async () => {
  const { port } = await s3.run()
  place.url = `s3:http://127.0.0.1:${port}/backups/of/agenda`
})
afterAll(() => s3.close())

const credentials = { AGENDA_S3_ACCESS_KEY_ID: "S3RVER", AGENDA_S3_SECRET_ACCESS_KEY: "S3RVER" }

let folders = 0

const filled = async () => {
  const folder = fileOf(`upload-${folders++}`)
  mkdirSync(join(folder, "images"), { recursive: true })
  writeFileSync(join(folder, "images", "poster é.webp"), "an image")
  const env = { AGENDA_DATABASE: `sqlite:${join(folder, "agenda.db")}`, ...credentials }
  expect((await runInside(["agenda", "create", "--title", "Summer"], { env })).code).toBe(0)
  return { env, at: (name: string) => join(folder, name) }
}

/** An object of the bucket; null: there is none. */
const object = (key: string): Buffer | null => {
  const file = join(directory, "backups", "of", "agenda", `${key}._S3rver_object`)
  return existsSync(file) ? readFileSync(file) : null
}

describe("backup --upload", () => {
  it("puts a backup into a bucket, from which another machine restores it", async () => {
    const { at, env } = await filled()
    expect(await runInside(["backup", at("one.db"), "--upload", place.url], { env })).toMatchObject({ code: 0 })
    for (const file of ["one.db", "one.db.json", "one.db.images/poster é.webp"]) expect(object(file)).toEqual(readFileSync(at(file)))
    const elsewhere = fileOf("elsewhere")
    mkdirSync(join(elsewhere, "one.db.images"), { recursive: true })
    for (const file of ["one.db", "one.db.json", "one.db.images/poster é.webp"]) writeFileSync(join(elsewhere, file), object(file) ?? "")
    const restored = { AGENDA_DATABASE: `sqlite:${join(elsewhere, "agenda.db")}` }
    expect(await runInside(["restore", join(elsewhere, "one.db")], { env: restored })).toMatchObject({ code: 0 })
    expect((await runInside(["agenda", "list"], { env: restored })).stdout).toContain("Summer")
    expect(readFileSync(join(elsewhere, "images", "poster é.webp"), "utf8")).toBe("an image")
  })

  it("uploads every backup that --every makes", async () => {
    const { at, env } = await filled()
    const backing = startCli(["backup", at("backups"), "--every", "1", "--upload", `${place.url}/hourly`], { env })
    const uploaded = () => {
      const folder = join(directory, "backups", "of", "agenda", "hourly")
      return existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith(".db.json._S3rver_object")) : []
    }
    await expect.poll(() => uploaded().length, { timeout: 30_000 }).toBe(1)
    backing.signal("SIGTERM")
    await backing.finished
    expect(object("hourly/images/poster é.webp")?.toString()).toBe("an image")
  })

  it("uploads with the next backup what the bucket did not take, and removes old backups meanwhile", async () => {
    const { at, env } = await filled()
    mkdirSync(at("backups"))
    mkdirSync(at("backups/images/folder"), { recursive: true })
    writeFileSync(at("backups/images/half.webp.partial"), "half")
    const old = ["20200101", "20200102"].map((day) => at(`backups/agenda-${day}T000000Z.db`))
    for (const file of old) await runInside(["backup", file], { env })
    const refused = { ...env, AGENDA_S3_SECRET_ACCESS_KEY: "canary" }
    const options = ["--every", "1", "--keep", "2", "--upload", `${place.url}/again`]
    const backing = startCli(["backup", at("backups"), ...options], { env: refused })
    await expect.poll(() => old.map(existsSync), { timeout: 30_000 }).toEqual([false, true])
    backing.signal("SIGTERM")
    expect((await backing.finished).stderr).not.toContain("canary")
    const [, kept = ""] = old
    // Names of backups have whole seconds.
    await pause(1_100)
    const again = startCli(["backup", at("backups"), ...options.with(3, "3")], { env })
    await expect.poll(() => readdirSync(at("backups")).filter((name) => name.endsWith(".db")).length, { timeout: 30_000 }).toBe(3)
    await expect.poll(() => object(`again/${basename(kept)}.json`) !== null, { timeout: 30_000 }).toBe(true)
    again.signal("SIGTERM")
    await again.finished
    expect([object("again/images/half.webp.partial"), object("again/images/poster é.webp")?.toString()]).toEqual([null, "an image"])
  })

  it.each([
    ["credentials that the bucket refuses", { AGENDA_S3_SECRET_ACCESS_KEY: "canary" }, 1, "the bucket answered 403"],
    ["no credentials", { AGENDA_S3_ACCESS_KEY_ID: "" }, 2, "AGENDA_S3_ACCESS_KEY_ID"]
  ])("keeps the local backup and says what failed with %s", async (_, change, expected, says) => {
    const { at, env } = await filled()
    const { code, stderr } = await runInside(["backup", at("one.db"), "--upload", place.url], { env: { ...env, ...change } })
    expect(code).toBe(expected)
    expect(stderr).toContain(says)
    expect(stderr).not.toContain("canary")
    expect(existsSync(at("one.db"))).toBe(expected === 1)
    rmSync(at("one.db"), { force: true })
    expect((await runInside(["backup", at("two.db"), "--upload", "https://example.org/bucket"], { env })).code).toBe(2)
  })
})
