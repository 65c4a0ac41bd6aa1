import type { issueCodes } from "../../../src/domain/error/Issue.js"

const cell = (text: string): string => text.replaceAll("|", "\\|")

/** The rows that document the error codes, as core/README.md shows them. */
export const errorCodeRows = (codes: typeof issueCodes): ReadonlyArray<string> =>
  Object.entries(codes).map(([code, { where, when, message }]) => `| \`${code}\` | ${cell(where)} | ${cell(when)} | ${cell(message)} |`)

/** The rows of the table under the heading "Error codes" of a document, in the formatting of `errorCodeRows`. */
export const documentedRows = (markdown: string): ReadonlyArray<string> => {
  const section = /^## Error codes\n([\s\S]*?)(?=^## |$(?![\s\S]))/m.exec(markdown)?.[1] ?? ""
  return section
    .split("\n")
    .filter((line) => line.startsWith("| `"))
    .map((line) => `| ${line.split(/(?<!\\)\|/).slice(1, -1).map((text) => text.trim()).join(" | ")} |`)
}
