import { defaultLimits } from "@agenda-engine/core/domain/Limits"
import type { Json } from "@agenda-engine/core/domain/text/Json"
import { blanks, emptied, type FieldCase, refused, refusedAs, taken } from "./FieldCase.js"
import { textCases } from "./textCases.js"

/** So many different language codes. */
export const languageCodes = (count: number): ReadonlyArray<string> =>
  Array.from({ length: count }, (_, index) => `${String.fromCharCode(97 + Math.floor(index / 26))}${String.fromCharCode(97 + index % 26)}q`)

const inLanguages = (count: number, value: Json): { readonly [lang: string]: Json } =>
  Object.fromEntries(languageCodes(count).map((lang) => [lang, value]))

/**
 * A value by language for each case that every multilingual field has; `value` is one language's, as it is written and
 * reads.
 */
export const languageCases = (field: string, value: Json): ReadonlyArray<FieldCase> => [
  taken("several languages, in their order", { en: value, fr: value, "pt-BR": value }),
  taken("languages without a value beside others", { fr: value, en: null, de: "", it: "  " }, { fr: value }, { once: true }),
  taken(
    "as many languages as there may be",
    inLanguages(defaultLimits.languages_max, value),
    inLanguages(defaultLimits.languages_max, value),
    { once: true }
  ),
  refused("one language too many", inLanguages(defaultLimits.languages_max + 1, value), [
    `tooMany ${field}`,
    null
  ]),
  refused(
    "what is no language code",
    { fr: value, french: value, FR: value, constructor: value },
    ...["french", "FR", "constructor"].map((
      lang
    ) => [`enum.invalid ${field} ${lang}`, value] as const)
  ),
  refusedAs("a number", 5, `type.invalid ${field}`),
  refusedAs("a boolean", false, `type.invalid ${field}`)
]

/** The cases of a text keyed by language, in an agenda whose default language is French. */
export const multilingualCases = (
  field: string,
  { chars_max, isNeeded, keepsEnds = false }: { readonly chars_max: number; readonly isNeeded: boolean; readonly keepsEnds?: boolean }
): ReadonlyArray<FieldCase> => [
  ...textCases({ chars_max, within: (fr) => ({ fr }), at: `${field} fr`, keepsEnds }),
  ...languageCases(field, "a"),
  taken("a plain text, in the default language", "Été", { fr: "Été" }),
  refusedAs("a list", ["a"], `type.invalid ${field}`),
  refused(
    "languages of other types",
    { fr: 5, en: ["a"], de: { a: "b" }, it: true },
    [`type.invalid ${field} fr`, 5],
    [
      `type.invalid ${field} en`,
      ["a"]
    ],
    [`type.invalid ${field} de`, { a: "b" }],
    [`type.invalid ${field} it`, true]
  ),
  refused(
    "faults in several languages",
    { fr: "x".repeat(chars_max + 1), en: "a", de: "y".repeat(chars_max + 2) },
    [`string.toolong ${field} fr`, "x".repeat(chars_max + 1)],
    [`string.toolong ${field} de`, "y".repeat(chars_max + 2)]
  ),
  ...isNeeded
    ? blanks.map(([says, value]) => refused(says, value, [`required ${field} fr`, value]))
    : emptied({}),
  ...isNeeded
    ? [refused("languages without a text", { fr: " ", en: null }, [`required ${field} fr`, { fr: " ", en: null }], [
      `required ${field} en`,
      { fr: " ", en: null }
    ])]
    : [taken("languages without a text", { fr: " ", en: null }, {})]
]
