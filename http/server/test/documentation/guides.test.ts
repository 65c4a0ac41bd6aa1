import { execFileSync } from "node:child_process"
import { readdirSync, readFileSync } from "node:fs"
import { describe, expect, it } from "vitest"

const root = new URL("../../../../", import.meta.url)
const read = (path: string) => readFileSync(new URL(path, root), "utf8")
const guides = readdirSync(new URL("docs/guides/", root))
const examples = execFileSync("git", [
  "ls-files",
  "--cached",
  "--others",
  "--exclude-standard",
  "--",
  "*/examples/*.ts",
  "*/examples/*.php"
], {
  cwd: root,
  encoding: "utf8"
})
  .trim()
  .split("\n")
  .map(read)

/** Files of a host of Next, which the night ring builds from the guide. */
const isBuilt = (guide: string, block: string): boolean => guide === "bundle.md" && /^\/\/ \S+\n/.test(block)

describe("docs/guides", () => {
  it.each(guides)("%s shows only examples, unchanged", (guide) => {
    const blocks = [...read(`docs/guides/${guide}`).matchAll(/^```(\w*)\n([^]*?)^```$/gm)]
    expect(blocks.filter(([, language, block = ""]) => language !== "sh" && !examples.includes(block) && !isBuilt(guide, block))).toEqual(
      []
    )
  })

  it("README.md names every guide", () => {
    const index = read("docs/guides/README.md")
    expect(guides.filter((guide) => guide !== "README.md" && !index.includes(`](${guide})`))).toEqual([])
  })
})
