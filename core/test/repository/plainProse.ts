import type { FileRule } from "./Repository.js"

/** Characters of the longest line of a comment. */
export const columns_max = 120

const isComment = (line: string): boolean => /^\s*(\/\*\*|\*|\/\/)/.test(line)

/** Words of a private language, which readers cannot search for. */
const privateWords = /\b(sought|stretch|stillness|refail|front door|what of (it|an?))\b/i

/** Comments are short lines, in words that an engineer would search for. */
export const plainProse: FileRule = ({ path, text }) =>
  text.split("\n").flatMap((line, index) => [
    ...(isComment(line) && line.length > columns_max ? [{ path, line: index + 1, message: `more than ${columns_max} columns` }] : []),
    ...(isComment(line) && privateWords.test(line) ? [{ path, line: index + 1, message: "use the field's own words" }] : [])
  ])
