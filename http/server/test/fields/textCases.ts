import type { Json } from "@agenda-engine/core/domain/text/Json"
import { type FieldCase, refused, taken } from "./FieldCase.js"

/** Where texts stand in a field: how it is written and reads with a text, and what a fault of it begins with. */
interface TextRules {
  readonly chars_max: number
  /** The value of the field with this text. */
  readonly within: (text: string) => Json
  /** Field, language and index of a fault of the text. */
  readonly at: string
  /** Whether white space at the ends is part of it. */
  readonly keepsEnds?: boolean
}

const family = "👨‍👩‍👧‍👦" // seven code points

const scripts = [
  "مهرجان",
  "夏季音乐会",
  "קונצרט\u200F בקיץ\u200E 2030", // marks of direction
  `Fête ${family}`,
  "x\u0323\u0301", // marks that compose with nothing
  '"L\'été" « à » & \\'
].join("\t\n")

const written = [
  "E\u0301te\u0301", // combining marks
  "\u1112\u1161\u11AB", // Hangul in parts
  "a\uD800b\uDC00c", // lone surrogates
  "a\u0000b\u0007c\u007Fd\u0085e", // control characters
  "a\r\nb\rc" // line ends of other systems
].join("/")

const cleaned = ["Été", "한", "a\uFFFDb\uFFFDc", "a b c d e", "a\nb c"].join("/")

/** The cases that every text has: its bounds in code points after cleaning, other scripts, and what cleaning does. */
export const textCases = ({ at, chars_max, keepsEnds = false, within }: TextRules): ReadonlyArray<FieldCase> => {
  const tooLong = (says: string, text: string) => refused(says, within(text), [`string.toolong ${at}`, text])
  return [
    taken("the smallest text", within("a")),
    taken("many scripts, tabs and line ends", within(scripts), within(scripts), { once: true }),
    taken("what is to be cleaned", within(written), within(cleaned), { once: true }),
    taken("white space at the ends", within("  a b\n"), within(keepsEnds ? "  a b\n" : "a b"), { once: true }),
    taken("as many letters with marks as there may be, once composed", within("e\u0301".repeat(chars_max)), within("é".repeat(chars_max))),
    taken("as many emoji", within("🎉".repeat(chars_max)), within("🎉".repeat(chars_max)), { once: true }),
    tooLong("one character too many", "x".repeat(chars_max + 1)),
    tooLong("one emoji too many", `${family}${"🎉".repeat(chars_max - 6)}`),
    tooLong("marks that compose with nothing count", `${"x\u0323".repeat(Math.floor(chars_max / 2))}xx`)
  ]
}
