import type { Issue } from "@agenda-engine/core/domain/Issue"

const place = ({ field, index, lang }: Issue): string =>
  [field, ...(index === undefined ? [] : [`[${index}]`]), ...(lang === undefined ? [] : [` (${lang})`])].join("")

/** A fault in one line for people: where, what, and its stable code. */
export const showIssue = (issue: Issue): string => {
  const where = place(issue)
  return `${where === "" ? "" : `${where}: `}${issue.message} [${issue.code}]`
}
