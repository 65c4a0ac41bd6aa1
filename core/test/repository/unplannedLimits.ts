import type { FileRule } from "./Repository.js"

const boundLimit = /LIMIT \$\{(?!rows\} \+ 0)/

/** No statement plans by a limit that is a parameter: SQLite would compile it again each time it is run. */
export const unplannedLimits: FileRule = ({ path, text }) =>
  text.split("\n").flatMap((line, place) =>
    boundLimit.test(line) ? [{ path, line: place + 1, message: "LIMIT: compiled again each time it is run; limitTo writes it" }] : []
  )
