import { token_rules } from "./tokenText.js"

/**
 * Version of the rules of `indexEvent`, `indexLocation`, `summaryOf` and the indexes of adapters. Records indexed under
 * another version are reindexed (`Maintenance`). The SQL adapters use it in table names, so a change also needs a
 * migration that renames these tables.
 */
export const index_rules = `4.${token_rules}`
