import type { Issue } from "@agenda-engine/core/domain/error/Issue"
import type { ConfigError } from "effect/ConfigError"

const pathOf = ({ field, index, lang }: Issue): string =>
  [field, ...(index === undefined ? [] : [`[${index}]`]), ...(lang === undefined ? [] : [` (${lang})`])].join("")

/** An issue as one line of text: path, message and stable code. */
export const showIssue = (issue: Issue): string => {
  const where = pathOf(issue)
  return `${where === "" ? "" : `${where}: `}${issue.message} [${issue.code}]`
}

/** The errors of the environment as text: each variable and its error. */
export const showConfigError = (error: ConfigError): string => {
  switch (error._op) {
    case "And":
    case "Or":
      return `${showConfigError(error.left)}; ${showConfigError(error.right)}`
    default:
      return `${error.path.join("_")}: ${error.message}`
  }
}
