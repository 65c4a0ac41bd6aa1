import { readFileSync } from "node:fs"
import { ownPages } from "../../examples/pageTemplates.js"

/** The example of templates of a host: its layer, and its source as documents show it. */
export const templatesExample = {
  layer: ownPages,
  source: readFileSync(new URL("../../examples/pageTemplates.ts", import.meta.url), "utf8")
} as const
