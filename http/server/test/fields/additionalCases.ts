import { FieldType, hasValues } from "@agenda-engine/core/domain/field/AdditionalField"
import { defaultLimits } from "@agenda-engine/core/domain/Limits"
import type { Json, JsonObject } from "@agenda-engine/core/domain/text/Json"
import { emptied, type FieldCase, type FieldTable, refused, refusedAs, taken, wrongTypes } from "./FieldCase.js"
import { multilingualCases } from "./multilingualCases.js"
import { textCases } from "./textCases.js"

const options: ReadonlyArray<JsonObject> = [
  { id: 1, value: "jazz", label: { fr: "Jazz" } },
  { id: 2, value: "rock", label: { fr: "Rock" } },
  { id: 3, value: "swing", label: { fr: "Swing" }, withdrawn: true }
]

/**
 * A field of every type with values, by its type (`day` for `date` and `picture` for `image`, which are taken), and of
 * every type of text one in several languages, by its type and `s`.
 */
export const everyType = FieldType.literals.filter((fieldType) => hasValues({ fieldType })).flatMap(
  (fieldType): ReadonlyArray<JsonObject & { readonly field: string }> => {
    const field = { field: fieldType, fieldType, label: { fr: fieldType } }
    switch (fieldType) {
      case "radio":
      case "select":
      case "checkbox":
      case "multiselect":
        return [{ ...field, options }]
      case "text":
      case "textarea":
      case "markdown":
      case "html":
        return [field, { ...field, field: `${fieldType}s`, languages: ["fr", "en"] }]
      case "date":
        return [{ ...field, field: "day" }]
      case "image":
        return [{ ...field, field: "picture" }]
      default:
        return [field]
    }
  }
)

const optionFaults = (field: string): ReadonlyArray<FieldCase> => [
  refused("one that never was", 9, [`option.unknown ${field}`, 9]),
  refused("several that never were", [9, { id: 10 }], [`option.unknown ${field} #0`, 9], [`option.unknown ${field} #1`, { id: 10 }]),
  refused("a fraction", [1.5], [`option.unknown ${field} #0`, 1.5]),
  refused("more than any number", [1e300], [`option.unknown ${field} #0`, 1e300]),
  refused("values instead of ids", ["jazz", "1"], [`type.invalid ${field} #0`, "jazz"], [`type.invalid ${field} #1`, "1"]),
  refused(
    "entries of other types",
    [null, true, [1], {}],
    ...[null, true, [1], {}].map((origin, index): readonly [string, Json] => [
      `type.invalid ${field} #${index}`,
      origin
    ])
  ),
  ...wrongTypes(`type.invalid ${field}`, "number", "list")
]

const one = (field: string): ReadonlyArray<FieldCase> => [
  taken("one id", 2),
  taken("a list of one", [2], 2),
  taken("the same twice", [1, 1], 1),
  taken("one as it reads with labels", { id: 1, label: { fr: "Jazz" } }, 1),
  taken("one that is no longer offered", 3),
  refusedAs("several", [1, 2], `tooMany ${field}`),
  ...optionFaults(field),
  ...emptied(null)
]

const several = (field: string): ReadonlyArray<FieldCase> => [
  taken("one id", 2, [2]),
  taken("all, in the order written", [3, 1, 2]),
  taken("the same twice", [1, 2, 1], [1, 2]),
  taken("as they read with labels", [{ id: 2, label: "Rock" }, { id: 1, label: { fr: "Jazz" } }], [2, 1]),
  ...optionFaults(field),
  ...emptied([])
]

const text = (field: string, chars_max: number, keepsEnds = false): ReadonlyArray<FieldCase> => [
  ...textCases({ chars_max, within: (text) => text, at: field, keepsEnds }),
  ...wrongTypes(`type.invalid ${field}`, "string"),
  ...emptied(null)
]

const { fieldLongText_chars_max, fieldText_chars_max } = defaultLimits

const html: ReadonlyArray<FieldCase> = [
  taken(
    "HTML, without what is unsafe",
    '<p>Une <b>page</b><script>alert(1)</script> <a href="javascript:a()">a</a></p>',
    "<p>Une <strong>page</strong> a</p>"
  ),
  taken("markdown", "Une **page**", "<p>Une <strong>page</strong></p>"),
  refused("one character too many", "x".repeat(fieldLongText_chars_max + 1), [
    "string.toolong html",
    "x".repeat(fieldLongText_chars_max + 1)
  ]),
  ...wrongTypes("type.invalid html", "string"),
  ...emptied(null)
]

const htmls: ReadonlyArray<FieldCase> = [
  taken("several languages", { fr: "<p>Une <i>page</i></p>", en: "A *page*" }, {
    fr: "<p>Une <em>page</em></p>",
    en: "<p>A <em>page</em></p>"
  }),
  taken("a plain text, in the default language", "Une page", { fr: "<p>Une page</p>" }),
  taken("nothing left of it", { fr: "<script>alert(1)</script>", en: "<p>A</p>" }, { en: "<p>A</p>" }),
  ...emptied({})
]

/** The values of a field of every type. */
export const additionalCases: FieldTable = {
  radio: one("radio"),
  select: one("select"),
  checkbox: several("checkbox"),
  multiselect: several("multiselect"),
  boolean: [
    taken("true", true),
    taken("false", false),
    ...wrongTypes("type.invalid boolean", "boolean", "list", "object"),
    ...emptied(null)
  ],
  integer: [
    ...[0, -1, 9_007_199_254_740_991, -9_007_199_254_740_991].map((number) => taken(`${number}`, number)),
    ...[1.5, 9_007_199_254_740_992, -1e300].map((number) => refusedAs(`${number}`, number, "integer.invalid integer")),
    ...wrongTypes("integer.invalid integer", "number"),
    ...emptied(null)
  ],
  number: [
    ...[0, -1.5, 5e-324, 1.7976931348623157e308].map((number) => taken(`${number}`, number)),
    ...wrongTypes("number.invalid number", "number"),
    ...emptied(null)
  ],
  text: text("text", fieldText_chars_max),
  texts: multilingualCases("texts", { chars_max: fieldText_chars_max, isNeeded: false }),
  textarea: text("textarea", fieldLongText_chars_max),
  textareas: multilingualCases("textareas", { chars_max: fieldLongText_chars_max, isNeeded: false }),
  markdown: text("markdown", fieldLongText_chars_max, true),
  markdowns: multilingualCases("markdowns", { chars_max: fieldLongText_chars_max, isNeeded: false, keepsEnds: true }),
  html,
  htmls,
  link: [
    taken("a URL", "https://example.org/a?b=1#c"),
    taken("a URL between spaces", " http://example.org ", "http://example.org"),
    ...["example.org", "javascript:alert(1)", "ftp://example.org"].map((url) => refusedAs(url, url, "link.invalid link")),
    ...wrongTypes("type.invalid link", "string"),
    ...emptied(null)
  ],
  email: [
    taken("an address", "desk@example.org"),
    ...["desk", "desk@", "a b@example.org"].map((address) => refusedAs(address, address, "email.invalid email")),
    ...wrongTypes("type.invalid email", "string"),
    ...emptied(null)
  ],
  phone: [
    ...["112", "+33 1 23 45 67 89", "(02) 98.00-00 ext. 5"].map((number) => taken(number, number)),
    ...["later", "12", "12 34 €"].map((number) => refusedAs(number, number, "type.invalid phone")),
    ...wrongTypes("type.invalid phone", "string"),
    ...emptied(null)
  ],
  day: [
    ...["2031-05-10", "2032-02-29", "0000-01-01"].map((day) => taken(day, day)),
    taken("the day of an instant as written", "2031-05-10T23:30:00+02:00", "2031-05-10"),
    ...["2031-02-29", "2031-5-1", "10/05/2031", "2031-05-10T25:00:00Z"].map((day) => refusedAs(day, day, "date.invalid day")),
    ...wrongTypes("date.invalid day", "string"),
    ...emptied(null)
  ],
  file: [
    taken("a URL", "https://example.org/x/le%20plan.pdf?v=2", {
      url: "https://example.org/x/le%20plan.pdf?v=2",
      name: "le plan.pdf",
      size: null,
      type: null
    }),
    taken("a URL without path", { url: "https://example.org" }, {
      url: "https://example.org",
      name: "https://example.org",
      size: null,
      type: null
    }),
    taken("all that a file has", { url: "https://example.org/a", name: "Plan", size: 0, type: "application/pdf" }),
    refusedAs("a path", "/a.pdf", "link.invalid file"),
    refused(
      "every fault",
      { url: "a.pdf", name: 5, size: 1.5, type: "pdf" },
      ["link.invalid file.url", "a.pdf"],
      ["type.invalid file.name", 5],
      ["integer.invalid file.size", 1.5],
      ["type.invalid file.type", "pdf"]
    ),
    ...wrongTypes("type.invalid file", "string", "object"),
    ...emptied(null)
  ],
  picture: [
    refused("an address of this machine", { url: "http://127.0.0.1/a.jpg" }, ["url.invalid picture", "http://127.0.0.1/a.jpg"]),
    refusedAs("a URL as text", "https://example.org/a.jpg", "type.invalid picture"),
    ...wrongTypes("type.invalid picture", "object"),
    ...emptied(null)
  ]
}
