import { writeFile } from "node:fs/promises"
import { fileURLToPath } from "node:url"
import { generate } from "./generate.js"

for (const [name, text] of Object.entries(await generate())) {
  await writeFile(fileURLToPath(new URL(`../../src/generated/${name}`, import.meta.url)), text)
}
