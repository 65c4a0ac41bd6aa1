import type { Issue } from "@agenda-engine/core/domain/error/Issue"
import type { ConfigError } from "effect/ConfigError"
import * as Data from "effect/Data"

/** A command failed; exit code 1. */
export class Failure extends Data.TaggedError("Failure")<{
  /** Message for people. */
  readonly message: string
}> {}

/** A usage error; exit code 2. */
export class Misuse extends Data.TaggedError("Misuse")<{
  /** Message for people: what is wrong and what is expected. */
  readonly message: string
}> {}

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
