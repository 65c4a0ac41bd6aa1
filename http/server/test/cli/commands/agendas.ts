import { writeFileSync } from "node:fs"
import { describe, expect, it } from "vitest"
import type { RunCli } from "../runCli.js"
import type { DatabaseKind, Databases } from "./useDatabases.js"

const theme = { field: "theme", label: { en: "Theme" }, fieldType: "text" }
const genre = { field: "genre", label: { en: "Genre" }, fieldType: "radio", options: [{ id: 1, value: "a", label: { en: "A" } }] }

const instant = expect.stringMatching(/^\d{4}-.*Z$/)

/** What holds of the commands of agendas, their networks and location sets, however command lines are run. */
export const testAgendas = (runCli: RunCli, { fileOf, freshDatabase }: Databases, kinds: ReadonlyArray<DatabaseKind>): void => {
  const jsonFile = (name: string, content: unknown): string => {
    writeFileSync(fileOf(name), JSON.stringify(content))
    return fileOf(name)
  }

  describe.each(kinds)("agendas, their networks and location sets on %s", (kind) => {
    it("are created, changed, listed and exported to another database", async () => {
      const database = await freshDatabase(kind)
      const run = async (line: string, ...more: ReadonlyArray<string>) => {
        const finished = await runCli([...line.split(" "), ...more], { env: { AGENDA_DATABASE: database, AGENDA_JSON: "1" } })
        return { ...finished, answer: finished.stdout === "" ? null : JSON.parse(finished.stdout) }
      }

      const themes = jsonFile("themes.json", { fields: [theme] })
      expect(await run(`network create --title Towns --uid 3 --schema ${themes}`)).toMatchObject({ code: 0, answer: { uid: 3 } })
      expect(await run("network create --title Towns --uid 3")).toMatchObject({ code: 1, stdout: "" })
      const set = await run("location-set create", "--title", "Halls of the coast")
      expect(set).toMatchObject({ code: 0, answer: { uid: expect.any(Number) } })
      expect((await run("location-set list")).answer).toEqual({
        locationSets: [{ uid: set.answer.uid, title: "Halls of the coast", createdAt: instant, updatedAt: instant }]
      })

      expect((await run("agenda create --title One --uid 42 --network 3 --no-indexed")).answer).toEqual({ uid: 42, slug: "one" })
      const made = { uid: 42, slug: "one", title: "One", official: false, private: false, createdAt: instant, updatedAt: instant }
      const [listed] = (await run("agenda list")).answer.agendas
      expect(listed).toEqual({ ...made, indexed: false, networkUid: 3, locationSetUid: null })
      const settings = jsonFile("settings.json", { contribution: { defaultLang: "fr" } })
      const genres = jsonFile("genres.json", { fields: [genre] })
      const options = `--slug two --indexed --private --location-set ${set.answer.uid} --settings ${settings} --schema ${genres}`
      const changed = { ...made, slug: "two", title: "Two", private: true, indexed: true, networkUid: 3, locationSetUid: set.answer.uid }
      expect((await run(`agenda update 42 --title Two ${options}`)).answer).toEqual(changed)
      expect((await run("agenda update 42 --official --no-private --url https://example.org")).answer).toEqual({
        ...changed,
        official: true,
        private: false
      })

      const wrong = await run(`agenda update 42 --settings ${jsonFile("wrong.json", { contribution: { canPublish: ["editor"], x: 1 } })}`)
      expect(wrong).toMatchObject({ code: 1, stdout: "" })
      expect(wrong.stderr).toContain(
        "settings.contribution.x: there is no such setting, remove it: settings.contribution takes defaultState"
      )
      expect(wrong.stderr).toContain("settings.contribution.canPublish[0]: one of administrator, moderator, contributor is expected")

      const clash = await run(`network schema 3 --schema ${jsonFile("both.json", { fields: [theme, genre] })}`)
      expect(clash).toMatchObject({ code: 1, stdout: "" })
      expect(clash.stderr).toContain("agenda 42 of the network has a field of its own with this code [duplicate]")
      const renamed = await run(`network schema 3 --schema ${jsonFile("topics.json", { fields: [{ ...theme, field: "topic" }] })}`)
      expect(renamed.answer).toMatchObject({ uid: 3, title: "Towns", schema: { fields: [{ field: "topic", schemaType: "network" }] } })
      expect((await run("network list")).answer).toEqual({ networks: [renamed.answer] })
      const related = await run(`network synonyms 3 --synonyms ${jsonFile("synonyms.json", { synonyms: [["expo", "exposition"]] })}`)
      expect(related.answer).toEqual({ ...renamed.answer, synonyms: [["expo", "exposition"]], updatedAt: related.answer.updatedAt })
      expect((await run("network list")).answer).toEqual({ networks: [related.answer] })
      const alone = await run(`network synonyms 3 --synonyms ${jsonFile("alone.json", { synonyms: [["expo"]] })}`)
      expect(alone).toMatchObject({ code: 1, stdout: "" })

      const file = fileOf(`${kind}.ndjson`)
      expect((await run(`export ${file}`)).answer).toEqual({ file, lines: 3 })
      const elsewhere = await runCli(["import", file, "--json", "--database", await freshDatabase(kind)])
      expect(JSON.parse(elsewhere.stdout)).toMatchObject({ created: 3, rejected: 0 })
    }, 240_000)
  })

  describe("agenda update", () => {
    it("reports every error at once, and changes nothing", async () => {
      const env = { AGENDA_DATABASE: await freshDatabase("SQLite") }
      expect(await runCli(["agenda", "create", "--title", "One", "--uid", "42"], { env })).toMatchObject({ code: 0 })
      const faulty = await runCli(["agenda", "update", "42", "--title", " ", "--url", "here", "--network", "4", "--location-set", "5"], {
        env
      })
      expect(faulty).toMatchObject({ code: 1, stdout: "" })
      for (const fault of ["title: ", "url: ", "networkUid: ", "locationSetUid: "]) expect(faulty.stderr).toContain(fault)
      expect((await runCli(["agenda", "update", "43", "--official"], { env })).stderr).toContain("agenda not found")
      expect(await runCli(["agenda", "update", "42"], { env })).toMatchObject({ code: 2, stdout: "" })
      expect(await runCli(["agenda", "update", "42", "--private", "--no-private"], { env })).toMatchObject({ code: 2, stdout: "" })
      expect(await runCli(["agenda", "update", "42", "--network", "4", "--no-network"], { env })).toMatchObject({ code: 2, stdout: "" })
      expect((await runCli(["agenda", "list"], { env })).stdout).toBe("42\tone\tOne\n")
    }, 240_000)
  })
}
