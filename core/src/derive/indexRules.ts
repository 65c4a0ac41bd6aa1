import { token_rules } from "../text/SearchToken.js"

/**
 * Names the rules that `indexEvent`, `indexLocation` and adapters index records by, and that `summaryOf` derives texts by. It changes with
 * them: what was indexed under another name is indexed again (`Upkeep`).
 */
export const index_rules = `2.${token_rules}`
