import { operator } from "@agenda-engine/core/domain/access/Credential"
import { readFileSync } from "node:fs"
import { describe, expect, it } from "vitest"
import { authenticate } from "../examples/authenticate.js"
import { changesSince } from "../examples/changesSince.js"
import { firstEvent } from "../examples/firstEvent.js"
import { listUpcoming } from "../examples/listUpcoming.js"
import { createAgendaEngine } from "../src/createAgendaEngine.js"

const read = (path: string): string => readFileSync(new URL(`../${path}`, import.meta.url), "utf8")

/** The quick start as a host writes it, with the short name of the package. */
const quickStart = read("examples/quickStart.ts").replace("engine/createAgendaEngine", "engine")

describe("the quick start", () => {
  it.each(["README.md", "../../README.md"])("is shown in %s unchanged", (path) => {
    expect(read(path)).toContain(`\`\`\`ts\n${quickStart}\`\`\``)
  })
})

describe("the examples", () => {
  it("authenticate, write, list and see changes", async () => {
    const engine = createAgendaEngine({ database: "memory" })
    const { accessToken, uid: own } = await authenticate(engine)
    expect((await engine.handler(new Request("https://host.example/v2/me/agendas", { headers: { "access-token": accessToken } }))).status)
      .toBe(200)
    const { event } = await firstEvent(engine)
    const uid = (await engine.services.agendas.list()).find((agenda) => agenda.uid !== own)?.uid ?? 0
    expect(await listUpcoming(engine, uid)).toMatchObject({ total: 1, events: [{ uid: event.uid }] })
    expect(await changesSince(engine, uid, 0)).toMatchObject({ events: [{ uid: event.uid, removed: false }] })
    const authorization = await engine.services.access.authorize(operator, { _tag: "Uid", uid }, "events:write")
    await engine.services.events.remove(authorization, { _tag: "Uid", uid: event.uid })
    expect(await changesSince(engine, uid, 0)).toMatchObject({ events: [{ uid: event.uid, removed: true }] })
    await engine.close()
  })
})

/** The lines of an example that a host writes: no imports, comments, empty lines, and nothing around its function. */
const linesOf = (source: string): ReadonlyArray<string> =>
  source.split("\n").filter((line) => line.trim() !== "" && !/^(import|export|}|\/\*\*| \*)/.test(line))

/** What an example uses of the engine: imported values, members of the engine and methods of services. */
const conceptsOf = (source: string): ReadonlyArray<string> => {
  const imported = [...source.matchAll(/^import \{ ([^}]+) \} from "@agenda-engine/gm)]
    .flatMap(([, names = ""]) => names.split(", "))
    .filter((name) => !name.startsWith("type "))
  const services = [...source.matchAll(/\bservices\.(\w+\.\w+)/g)].map(([, name = ""]) => name)
  const members = [...source.matchAll(/\bengine\.(\w+)/g)].map(([, name = ""]) => name)
  return [...new Set([...imported, ...services, ...members])].filter((name) => name !== "ready").toSorted()
}

describe("http/README.md", () => {
  const rows = [...read("../README.md").matchAll(/^\| [^|]*\[[^\]]*\]\(engine\/(examples\/\w+\.ts)\) *\| (\d+) *\| (\d+): ([^|]*)\|$/gm)]

  it("counts the lines and concepts of each step", () => {
    expect(rows.map(([, path]) => path)).toEqual(
      ["quickStart", "authenticate", "firstEvent", "listUpcoming", "changesSince"].map((name) => `examples/${name}.ts`)
    )
    for (const [, path = "", lines, count, named = ""] of rows) {
      const source = read(path)
      const names = [...named.matchAll(/`([^`]+)`/g)].map(([, name = ""]) => name)
      expect(linesOf(source), path).toHaveLength(Number(lines))
      expect(names.toSorted(), path).toEqual(conceptsOf(source))
      expect(names, path).toHaveLength(Number(count))
    }
  })

  it("counts at most eight lines and two concepts to mount", () => {
    const [[, , lines, concepts] = []] = rows
    expect(Number(lines)).toBeLessThanOrEqual(8)
    expect(Number(concepts)).toBeLessThanOrEqual(2)
  })
})
