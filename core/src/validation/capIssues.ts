import { type Issue, issue } from "../domain/Issue.js"

/**
 * Truncates issues to `max`, followed by one `tooMany` if any were dropped (wire.md §4). Parsers of lists may therefore
 * stop after more than `max` issues.
 */
export const capIssues = (issues: ReadonlyArray<Issue>, max: number): ReadonlyArray<Issue> =>
  issues.length <= max
    ? issues
    : [...issues.slice(0, max), issue("tooMany", "errors", { message: "there are more errors than are listed", info: { max } })]
