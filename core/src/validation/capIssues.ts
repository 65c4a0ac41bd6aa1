import { type Issue, issue } from "../domain/Issue.js"

/**
 * At most `max` issues, and one `tooMany` that closes the list where there were more (wire.md §4). Readers of lists may stop once they have
 * found more than `max`: the rest would be cut here.
 */
export const capIssues = (issues: ReadonlyArray<Issue>, max: number): ReadonlyArray<Issue> =>
  issues.length <= max
    ? issues
    : [...issues.slice(0, max), issue("tooMany", "errors", { message: "there are more faults than are listed", info: { max } })]
