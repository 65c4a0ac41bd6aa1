import type { FileRule } from "./Repository.js"

const boundLimit = /LIMIT\s+\$\{/g

/** The file that writes limits. */
const writesLimits = "adapters/sql/src/fragment/bindable.ts"

/** No statement plans by a limit that is a parameter: SQLite would compile it again each time it is run. */
export const unplannedLimits: FileRule = ({ path, text }) =>
  path === writesLimits ? [] : [...text.matchAll(boundLimit)].map(({ index }) => ({
    path,
    line: text.slice(0, index).split("\n").length,
    message: "LIMIT: compiled again each time it is run; limitTo writes it"
  }))
