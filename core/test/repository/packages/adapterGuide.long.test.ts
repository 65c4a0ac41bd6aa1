import { readdirSync } from "node:fs"
import { mkdir, writeFile } from "node:fs/promises"
import { dirname, join } from "node:path"
import { expect, it } from "vitest"
import { isNight } from "../ofFull.js"
import { readRepositoryFile, root } from "../Repository.js"
import { copyDriver, inHost, run } from "./inHost.js"

const folder = "docs/adapters"

/** Chapters without code that run a whole suite, or measure: the night ring follows them too. */
const whole = ["07-reports.md", "09-speed.md"]

const chapters = readdirSync(join(root, folder))
  .filter((name) => /^\d\d-/.test(name) && (isNight || !whole.includes(name)))
  .sort()

/**
 * The command as it is run. The cases of several processes start dozens of them without a bundle, so that the night
 * ring alone runs them all.
 */
const shortened = (command: string): string => isNight ? command : command.replace(/ --only process\.$/, " --only process.killed.")

/** A block of code: its language and its text. */
interface Block {
  readonly language: string
  readonly text: string
}

const blocksOf = (chapter: string): ReadonlyArray<Block> =>
  [...readRepositoryFile(`${folder}/${chapter}`).text.matchAll(/^```(\w+)\n([^]*?)^```$/gm)].map(([, language = "", text = ""]) => ({
    language,
    text
  }))

/** Writes the file of a block, which begins with its path as a comment. */
const writeBlock = async (host: string, text: string): Promise<void> => {
  const [, path = ""] = /^\/\/ (\S+)\n/.exec(text) ?? []
  expect(path, text).not.toBe("")
  await mkdir(dirname(join(host, path)), { recursive: true })
  await writeFile(join(host, path), path.endsWith(".json") ? text.slice(text.indexOf("\n")) : text)
}

/** Words as a pattern, whatever blanks are between them. */
const wordsIn = (text: string): string => text.trim().split(/\s+/).map((word) => word.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&")).join(" +")

/** Matches an output that has these lines in their order; `…` stands for any text in a line. */
const linesIn = (expected: string): RegExp =>
  new RegExp(expected.trimEnd().split("\n").map((line) => `^${line.split("…").map(wordsIn).join(".*")}`).join("[^]*?"), "m")

const outputOf = async (host: string, command: string): Promise<string> => {
  const { stderr, stdout } = await run("sh", ["-c", command], { cwd: host, maxBuffer: 2 ** 26 }).catch((failure) => failure)
  return `${stdout}${stderr}`
}

/** The packages of a command `npm install`, without ranges. */
const installedBy = (command: string): ReadonlyArray<string> =>
  command.split(" ").slice(2).filter((word) => !word.startsWith("--")).map((word) => word.replace(/(?<=.)@.*$/, ""))

const isInstall = (command: string): boolean => command.startsWith("npm install ")

const commandsOf = ({ language, text }: Block): ReadonlyArray<string> => language === "sh" ? text.trimEnd().split("\n") : []

const own = (name: string): boolean => name.startsWith("@agenda-engine/")

/** What the guide installs; the suite runs on the oldest release of Effect that the SQL packages take. */
const installed = [...new Set(chapters.flatMap(blocksOf).flatMap(commandsOf).filter(isInstall).flatMap(installedBy))]
const versions: Readonly<Record<string, string>> = {
  effect: "3.22.2",
  "better-sqlite3": "^12.11.1",
  "@effect/sql": "^0.52.1",
  "@effect/sql-sqlite-node": "^0.53.0"
}

it("the guide of adapters is followed from packed packages, chapter by chapter", () => {
  const packages = [...installed.filter(own).map((name) => name.slice("@agenda-engine/".length)), "sql"]
  const others = Object.fromEntries(installed.filter((name) => !own(name)).map((name) => [name, versions[name] ?? "*"]))
  return inHost(packages, others, async (host) => {
    // The folder of a reader has no type yet: the guide sets it.
    await run("npm", ["pkg", "delete", "type"], { cwd: host })
    await copyDriver(host)
    for (const chapter of chapters) {
      let output = ""
      for (const block of blocksOf(chapter)) {
        if (block.language === "ts" || block.language === "json") await writeBlock(host, block.text)
        if (block.language === "sh") output = ""
        for (const command of commandsOf(block)) {
          if (isInstall(command)) continue
          const printed = await outputOf(host, shortened(command))
          if (command === "npx tsc") expect(printed, chapter).toBe("")
          output += printed
        }
        if (block.language === "text") expect(output, chapter).toMatch(linesIn(block.text))
      }
    }
  })
})
