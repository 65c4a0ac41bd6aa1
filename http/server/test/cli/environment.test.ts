import { writeFileSync } from "node:fs"
import { describe, expect, it } from "vitest"
import { useDatabases } from "./commands/useDatabases.js"
import { runInside } from "./runInside.js"

const { fileOf } = useDatabases()

/** A file with this text. */
const file = (name: string, text: string): string => {
  writeFileSync(fileOf(name), text)
  return fileOf(name)
}

const config = (env: { readonly [name: string]: string }) => runInside(["config"], { env })

/** The line of a setting in what `config` prints. */
const lineOf = (stdout: string, name: string) => stdout.split("\n").find((line) => line.startsWith(`${name}=`))

describe("agenda-engine config", () => {
  it("prints every setting with its value and its origin", async () => {
    const path = file("settings.conf", "# Where it listens\nAGENDA_HOST = 0.0.0.0\n\nAGENDA_PORT=4000\nAGENDA_EVENTS_PAGE_MAX=50\n")
    const { code, stderr, stdout } = await config({ AGENDA_CONFIG_FILE: path, AGENDA_PORT: "5000" })
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" })
    expect(lineOf(stdout, "AGENDA_HOST")).toBe(`AGENDA_HOST=0.0.0.0 (${path}:2)`)
    expect(lineOf(stdout, "AGENDA_PORT")).toBe("AGENDA_PORT=5000 (environment)")
    expect(lineOf(stdout, "AGENDA_EVENTS_PAGE_MAX")).toBe(`AGENDA_EVENTS_PAGE_MAX=50 (${path}:5)`)
    expect(lineOf(stdout, "AGENDA_COMPRESSION")).toBe("AGENDA_COMPRESSION=1 (default)")
  })

  it("shows no secret", async () => {
    const { stdout } = await config({
      AGENDA_DATABASE: "postgres://ada:canary@db.example/agenda",
      AGENDA_MAIL: "smtp://mails:can@canary@mail.example",
      AGENDA_MAIL_FROM: "ada@example.org",
      AGENDA_INVITATION_SECRET: "canary-canary-canary-canary-canary",
      AGENDA_S3_ACCESS_KEY_ID_FILE: file("id", "canary\n"),
      AGENDA_S3_SECRET_ACCESS_KEY: "canary"
    })
    expect(stdout).not.toContain("canary")
    expect(lineOf(stdout, "AGENDA_DATABASE")).toBe("AGENDA_DATABASE=postgres://ada:redacted@db.example/agenda (environment)")
    expect(lineOf(stdout, "AGENDA_S3_ACCESS_KEY_ID")).toBe(`AGENDA_S3_ACCESS_KEY_ID=redacted (${fileOf("id")})`)
  })

  it("shows no password of a URL, whatever the setting", async () => {
    const { stdout } = await config({
      AGENDA_IMAGES: "s3:https://canary:canary@s3.example/bucket",
      AGENDA_GEOCODER_BAN_URL: "https://ada:can/ary?canary@ban.example/geocodage",
      AGENDA_GEOCODER_NOMINATIM_URL: "https://canary@osm.example",
      AGENDA_MAP_TILES_URL: "https://tiles.example:8443/{z}/{x}/{y}@2x.png",
      AGENDA_DATABASE: "postgres://db.example/agenda?user=ada&password=canary",
      AGENDA_CORS_ORIGINS: "https://one.example,https://two.example"
    })
    expect(stdout).not.toContain("canary")
    expect(lineOf(stdout, "AGENDA_IMAGES")).toBe("AGENDA_IMAGES=s3:https://redacted@s3.example/bucket (environment)")
    expect(lineOf(stdout, "AGENDA_GEOCODER_BAN_URL")).toContain("=https://redacted@ban.example/geocodage ")
    expect(lineOf(stdout, "AGENDA_MAP_TILES_URL")).toContain("=https://tiles.example:8443/{z}/{x}/{y}@2x.png ")
    expect(lineOf(stdout, "AGENDA_DATABASE")).toContain("=postgres://db.example/agenda?user=ada&password=redacted ")
    expect(lineOf(stdout, "AGENDA_CORS_ORIGINS")).toContain("=https://one.example,https://two.example ")
  })

  it("fails with every invalid setting", async () => {
    const { code, stderr } = await config({ AGENDA_PORT: "many", AGENDA_STATEMENT_SECONDS: "0" })
    expect(code).toBe(2)
    expect(stderr).toMatch(/AGENDA_PORT: .*AGENDA_STATEMENT_SECONDS: a number above 0 is expected/s)
  })
})

describe("a file of settings", () => {
  it("is used by every command, below variables and options", async () => {
    const path = file("database.conf", `AGENDA_DATABASE=sqlite:${fileOf("filed.db")}`)
    const env = { AGENDA_CONFIG_FILE: path }
    expect(await runInside(["user", "create", "--email", "ada@example.org", "--name", "Ada"], { env })).toMatchObject({ code: 0 })
    expect((await runInside(["user", "list"], { env })).stdout).toContain("ada@example.org")
    const missing = `sqlite:${fileOf("missing.db")}`
    expect((await runInside(["user", "list"], { env: { ...env, AGENDA_DATABASE: missing } })).stderr).toContain("missing.db")
    expect((await runInside(["user", "list", "--database", missing], { env })).stderr).toContain("missing.db")
  })

  it("is refused with every fault", async () => {
    const path = file("faults.conf", "AGENDA_PORT\nAGENDA_PROT=1\nAGENDA_HOST=a\nAGENDA_HOST=b\nAGENDA_CONFIG_FILE=other")
    const { code, stderr } = await config({ AGENDA_CONFIG_FILE: path })
    expect(code).toBe(2)
    for (
      const fault of [
        `${path}:1: NAME=VALUE is expected`,
        `${path}:2: AGENDA_PROT is not a setting`,
        `${path}:4: AGENDA_HOST is set twice`,
        `${path}:5: AGENDA_CONFIG_FILE is a variable of the environment only`
      ]
    ) expect(stderr).toContain(fault)
    expect((await config({ AGENDA_CONFIG_FILE: fileOf("none.conf") })).stderr).toContain("none.conf cannot be read")
  })
})

describe("a secret in a file", () => {
  it("is read without the newline at its end, and cannot be combined with its variable", async () => {
    const env = { AGENDA_DATABASE_FILE: file("url", `sqlite:${fileOf("secret.db")}\n`) }
    expect(await runInside(["migrate", "up"], { env })).toMatchObject({ code: 0 })
    expect((await runInside(["user", "list"], { env })).code).toBe(0)
    const { code, stderr } = await runInside(["user", "list"], { env: { ...env, AGENDA_DATABASE: "sqlite::memory:" } })
    expect({ code, stderr }).toEqual({ code: 2, stderr: "agenda-engine: AGENDA_DATABASE and AGENDA_DATABASE_FILE cannot be combined\n" })
    expect((await config({ AGENDA_MAIL_FILE: fileOf("gone") })).stderr).toContain("AGENDA_MAIL_FILE: the file")
  })

  it("is replaced by the variable where the file of settings names it", async () => {
    const path = file("secrets.conf", `AGENDA_DATABASE_FILE=${fileOf("nowhere")}`)
    const { stdout } = await config({ AGENDA_CONFIG_FILE: path, AGENDA_DATABASE: "sqlite::memory:" })
    expect(lineOf(stdout, "AGENDA_DATABASE")).toBe("AGENDA_DATABASE=sqlite::memory: (environment)")
  })
})

describe("a variable that nothing reads", () => {
  it("is named by every command, with the nearest one", async () => {
    for (const command of [["openapi"], ["config"], ["user", "list", "--database", `sqlite:${fileOf("none.db")}`]]) {
      const { stderr } = await runInside(command, { env: { AGENDA_PROT: "1", AGENDA_SOMETHING_ELSE: "1", AGENDA_OWNER: "1" } })
      expect(stderr).toContain(
        "warning: nothing reads the variable AGENDA_PROT; did you mean AGENDA_PORT?\nwarning: nothing reads the variable AGENDA_SOMETHING_ELSE\n"
      )
      expect(stderr).not.toContain("AGENDA_OWNER")
    }
  })
})
