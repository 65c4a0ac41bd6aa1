import { cli } from "@agenda-engine/conformance/cli"
import { specAgendas } from "@agenda-engine/conformance/http/spec/data/specAgendas"
import { specSchema } from "@agenda-engine/conformance/http/spec/data/specFields"
import * as MemoryStores from "@agenda-engine/core/memory/MemoryStores"
import { describe, expect, it } from "@effect/vitest"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { pathToFileURL } from "node:url"
import { makeAgendas } from "../spec/SpecWorld.js"
import { agendas, make } from "../world/World.js"

const running = Clock.make()
const year = 365 * 86_400_000

const settings = { folder: "file:///", execArgv: [] }

const emptyWorld = Effect.map(make(MemoryStores.layer, { now: () => running.unsafeCurrentTimeMillis() - year }), (world) => ({
  world,
  run: (...args: ReadonlyArray<string>) => cli(["--url", world.url, "--key", world.credentials.ownerless.key, ...args], settings)
}))

describe("an empty server", () => {
  it.scopedLive("conforms only as far as it was asked", () =>
    Effect.gen(function*() {
      const { run } = yield* emptyWorld
      const { output, status } = yield* run("--json")
      expect(status).toBe(3)
      const { counts, declared, results, verdict } = JSON.parse(output)
      expect(verdict).toBe("conforms as far as asked")
      expect(counts.passed + counts["not run"]).toBe(declared)
      expect(results.find(({ id }: { id: string }) => id === "write.event.create").reason).toBe("needs --write and --secret")
      expect((yield* run("--report", "badge")).output).toContain("yellowgreen")
      expect((yield* run()).output).toMatch(/ conforms as far as asked: \d+ cases, \d+ passed, 0 failed, \d+ not run$/)
    }))

  it.scopedLive("conforms to the cases that were chosen, and the report says so", () =>
    Effect.gen(function*() {
      const { run } = yield* emptyWorld
      const { output, status } = yield* run("--profile", "hostile")
      expect([status, output]).toEqual([0, expect.stringMatching(/ conforms \(--profile hostile\): \d+ cases/)])
      expect((yield* run("--profile", "hostile", "--report", "badge")).output).toContain('"green"')
    }))

  it.scopedLive("is asked for additional fields when a module sets them up", () =>
    Effect.gen(function*() {
      const { run, world } = yield* emptyWorld
      const module = join(tmpdir(), `setup-${process.pid}.mjs`)
      const asked = join(tmpdir(), `setup-${process.pid}.json`)
      const answer = { write: String(agendas.main), secret: world.secrets.administrator }
      const text = `import { writeFileSync } from "node:fs"
export default async (asked) => {
  writeFileSync(${JSON.stringify(asked)}, JSON.stringify(asked))
  return ${JSON.stringify(answer)}
}`
      yield* Effect.addFinalizer(() => Effect.sync(() => [module, asked].forEach((file) => rmSync(file, { force: true }))))
      writeFileSync(module, text)
      yield* makeAgendas(world)
      const { output, status } = yield* run("--setup", pathToFileURL(module).href, "--only", "write.additional-fields.fields")
      expect((yield* run("--setup", pathToFileURL(module).href, "--only", "write.filters.plain")).status).toBe(0)
      expect([status, output]).toEqual([0, expect.stringMatching(/1 case, 1 passed, 0 failed$/)])
      expect(JSON.parse(readFileSync(asked, "utf8"))).toMatchObject({ url: world.url, agendas: specAgendas, fields: specSchema.fields })
      expect((yield* run("--setup", "file:///none.mjs")).status).toBe(2)
    }))

  it.scopedLive("is left as it was when the limit of requests ends the run", () =>
    Effect.gen(function*() {
      const { run, world } = yield* emptyWorld
      const write = ["--write", String(agendas.main), "--secret", world.secrets.administrator, "--requests", "40"]
      expect((yield* run(...write)).output).toContain("not sent: the limit of 40 requests is reached")
      for (const list of ["events?state[]=2&state[]=1&state[]=0&state[]=-1", "locations?size=1"]) {
        const { body } = yield* world.send(`/v2/agendas/${agendas.main}/${list}`, { headers: world.credentials.moderatorToken })
        expect(body, list).toMatchObject({ total: 0 })
      }
      const removed = yield* world.send(`/v2/agendas/${agendas.main}/events?removed=1`, { headers: world.credentials.ownerless })
      expect(removed.body).not.toMatchObject({ total: 0 })
    }))

  it.scopedLive("is asked to read what the run writes", () =>
    Effect.gen(function*() {
      const { run, world } = yield* emptyWorld
      const write = ["--write", String(agendas.main), "--secret", world.secrets.administrator]
      const { output, status } = yield* run(...write, "--profile", "read,sync", "--report", "text")
      expect([status, output]).toEqual([0, expect.stringMatching(/\d+ cases, \d+ passed, 0 failed$/)])
      const replayed = yield* run(...write, "--replay", "write.event.if-match")
      expect(replayed.output).toMatch(/curl -sS -i -X PATCH '[^']+' -H .*'access-token: '"\$TOKEN" -H 'if-match: "[^']+'/)
      expect(replayed.output).toMatch(/--data-raw '\{"title":\{"fr":"Seconde"\}\}'\n {2}HTTP 412, x-request-id /)
      expect(replayed.output).not.toMatch(/access-token: [^']/)
    }))
})
