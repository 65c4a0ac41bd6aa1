import type { FileRule } from "./Repository.js"

/** Characters of the longest line of a comment. */
export const columns_max = 120

const isComment = (line: string): boolean => /^\s*(\/\*\*|\*|\/\/)/.test(line)

const isTestName = (line: string): boolean => /\b(it|test|describe)(\.\w+)*\(["`]|[\])}]\)\(["`]/.test(line)

/** Words that readers cannot search for, or cannot tell what they refer to. */
const privateWords = /\b(sought|anew|stretch|stillness|refail|undivided|front door|what of (it|an?)|whoever|somebody)\b/i

/** Comments are short lines. Comments and names of tests use words that an engineer would search for. */
export const plainProse: FileRule = ({ path, text }) =>
  text.split("\n").flatMap((line, index) => [
    ...(isComment(line) && line.length > columns_max ? [{ path, line: index + 1, message: `more than ${columns_max} columns` }] : []),
    ...((isComment(line) || isTestName(line)) && privateWords.test(line)
      ? [{ path, line: index + 1, message: "use the field's own words" }]
      : [])
  ])
