import { describe, expect, it } from "@effect/vitest"
import * as Either from "effect/Either"
import * as FastCheck from "effect/FastCheck"
import { defaultLimits } from "../../src/domain/Limits.js"
import type { Image } from "../../src/domain/media/Image.js"
import type { Json } from "../../src/domain/text/Json.js"
import { isHttpUrl } from "../../src/domain/text/url.js"
import { readAccessibility } from "../../src/validation/event/readAccessibility.js"
import { readAge, readLocationUid } from "../../src/validation/event/readEvent.js"
import { readExtIds, readMergedExtIds } from "../../src/validation/event/readExtIds.js"
import { readRegistration } from "../../src/validation/event/readRegistration.js"
import { readImage } from "../../src/validation/value/readImage.js"
import { readKeywords } from "../../src/validation/value/readKeywords.js"
import { readMultilingual } from "../../src/validation/value/readMultilingual.js"
import { readChoice, readSlug, readTimezone } from "../../src/validation/value/readScalar.js"
import { readOf } from "./fault.js"

const none = { hi: false, vi: false, pi: false, mi: false, ii: false }

describe("readMultilingual", () => {
  const rules = { field: "title", chars_max: 5, plainLang: "fr", languages_max: 4 }

  it.each<[string, Json, Json]>([
    ["languages in body order", { fr: "Été", en: "Sum" }, { fr: "Été", en: "Sum" }],
    ["regions", { "pt-BR": "Verão" }, { "pt-BR": "Verão" }],
    ["a plain string", "Été", { fr: "Été" }],
    ["cleaned and trimmed", { fr: " e\u0301te\u0301\u0000 " }, { fr: "été" }],
    ["code points, not units", { fr: "🎉🎉🎉🎉🎉" }, { fr: "🎉🎉🎉🎉🎉" }],
    ["length after composition", { fr: "e\u0301e\u0301e\u0301e\u0301e\u0301" }, { fr: "ééééé" }],
    ["blank languages left out", { fr: "  ", de: null, en: "a" }, { en: "a" }],
    ["null", null, {}],
    ["an empty list", [], {}],
    ["a blank string", " ", {}],
    ["one character too many", { fr: "123456", en: "abcdef" }, ["string.toolong title fr", "string.toolong title en"]],
    ["as many languages as there may be", { fr: "a", en: "b", de: "c", it: null }, { fr: "a", en: "b", de: "c" }],
    ["one language too many", { fr: "123456", en: "b", de: 5, it: null, es: "d" }, ["tooMany title"]],
    ["a number", 5, ["type.invalid title"]],
    ["a list", ["a"], ["type.invalid title"]],
    ["languages of other types", { fr: 5, en: ["x"], de: {} }, ["type.invalid title fr", "type.invalid title en", "type.invalid title de"]],
    ["keys that are no languages", { french: "a", FR: "b", constructor: "c" }, [
      "enum.invalid title french",
      "enum.invalid title FR",
      "enum.invalid title constructor"
    ]]
  ])("%s", (_label, value, read) => {
    expect(readOf(readMultilingual(value, rules))).toEqual(read)
  })

  it("refuses a plain string when no language is known", () => {
    expect(readOf(readMultilingual("Été", { ...rules, plainLang: null }))).toEqual(["type.invalid title"])
  })

  it("refuses a plain string with an invalid language", () => {
    expect(readOf(readMultilingual("Été", { ...rules, plainLang: "français" }))).toEqual(["enum.invalid title français"])
  })

  it("does not trim markdown", () => {
    expect(readOf(readMultilingual({ fr: "  a\n" }, { ...rules, keepEnds: true }))).toEqual({ fr: "  a\n" })
  })

  it("refuses __proto__ as a language", () => {
    expect(readOf(readMultilingual(JSON.parse('{"__proto__":"a"}'), rules))).toEqual(["enum.invalid title __proto__"])
  })
})

describe("readKeywords", () => {
  it.each<[string, Json, Json]>([
    ["lists", { fr: ["jazz", " plein air "], en: ["jazz"] }, { fr: ["jazz", "plein air"], en: ["jazz"] }],
    ["a text with commas", { fr: "jazz, plein air,," }, { fr: ["jazz", "plein air"] }],
    ["a plain list", ["jazz"], { fr: ["jazz"] }],
    ["a plain text", "jazz, rock", { fr: ["jazz", "rock"] }],
    ["commas within a list stay", { fr: ["a, b"] }, { fr: ["a, b"] }],
    ["repeated and empty ones", { fr: ["a", "", "a"], en: [] }, { fr: ["a"] }],
    ["null", null, {}],
    ["entries of other types", { fr: ["a", 5, null, {}] }, ["type.invalid keywords fr #1", "type.invalid keywords fr #3"]],
    ["an object for a list", { fr: { a: 1 } }, ["type.invalid keywords fr"]],
    ["a long keyword", { fr: ["a", "x".repeat(256)] }, ["string.toolong keywords fr #1"]],
    ["all of them too long together", { en: ["a"], fr: Array.from({ length: 9 }, (_, i) => `${i}`.repeat(250)) }, [
      "string.toolong keywords fr"
    ]],
    ["a number", 5, ["type.invalid keywords"]]
  ])("%s", (_label, value, read) => {
    expect(readOf(readKeywords(value, "fr", defaultLimits))).toEqual(read)
  })
})

describe("readRegistration", () => {
  it.each<[string, Json, Json]>([
    ["texts typed by content", ["https://example.org/x", "a@example.org", "01 44 58 15 14"], [
      { type: "link", value: "https://example.org/x" },
      { type: "email", value: "a@example.org" },
      { type: "phone", value: "01 44 58 15 14" }
    ]],
    ["an @ within a URL", ["https://example.org/@a"], [{ type: "link", value: "https://example.org/@a" }]],
    ["objects", [{ type: "phone", value: " 01 " }], [{ type: "phone", value: "01" }]],
    ["an object without type", [{ value: "a@example.org" }], [{ type: "email", value: "a@example.org" }]],
    [
      "URLs that browsers complete",
      [
        "https://exemple.fr/fête de l'été",
        " https://exemple.fr/a b?c=d e#é ",
        "www.exemple.fr/billets",
        "WWW.exemple.fr",
        "exemple.fr/billets",
        "exemple.fr:8080/é",
        "théâtre.fr/réserver",
        "http:/exemple.fr",
        "https:\\\\exemple.fr",
        "https://例え.jp/祭り",
        "https://exemple.fr/%C3%A9",
        "www.exemple.fr/@nom",
        "https://exemple.fr?a=b c"
      ],
      [
        "https://exemple.fr/f%C3%AAte%20de%20l'%C3%A9t%C3%A9",
        "https://exemple.fr/a%20b?c=d%20e#%C3%A9",
        "https://www.exemple.fr/billets",
        "https://WWW.exemple.fr",
        "https://exemple.fr/billets",
        "https://exemple.fr:8080/%C3%A9",
        "https://théâtre.fr/r%C3%A9server",
        "http://exemple.fr",
        "https://exemple.fr",
        "https://例え.jp/%E7%A5%AD%E3%82%8A",
        "https://exemple.fr/%C3%A9",
        "https://www.exemple.fr/@nom",
        "https://exemple.fr?a=b%20c"
      ].map((link) => ({ type: "link", value: link }))
    ],
    [
      "links that are said to be phone numbers",
      ["https://exemple.fr/é", "www.exemple.fr", "exemple.fr/x"].map((sent) => ({
        type: "phone",
        value: sent
      })),
      ["https://exemple.fr/%C3%A9", "https://www.exemple.fr", "https://exemple.fr/x"].map((link) => ({ type: "link", value: link }))
    ],
    ["a link without its scheme", [{ type: "link", value: "www.exemple.fr" }], [{ type: "link", value: "https://www.exemple.fr" }]],
    ["addresses with a scheme", ["mailto:a@b.fr", "MAILTO:a%40b.fr?subject=x", { type: "email", value: "mailto:a@b.fr" }, {
      type: "phone",
      value: "mailto:a@b.fr"
    }], Array.from({ length: 4 }, () => ({ type: "email", value: "a@b.fr" }))],
    ["numbers with a scheme", ["tel:+33123456789", "TEL:01%2023", { type: "phone", value: "tel://3939" }], [
      { type: "phone", value: "+33123456789" },
      { type: "phone", value: "01 23" },
      { type: "phone", value: "3939" }
    ]],
    [
      "other texts",
      ["Tél. : 01 23 45", "sur place", "01.23.45/46", "exemple.fr", { type: "phone", value: "a@b.fr" }],
      [
        "Tél. : 01 23 45",
        "sur place",
        "01.23.45/46",
        "exemple.fr",
        "a@b.fr"
      ].map((phone) => ({ type: "phone", value: phone }))
    ],
    [
      "other schemes, and texts around a URL",
      [
        "ftp://exemple.fr",
        "javascript:alert(1)",
        "sms:+33612345678",
        "data:text/html,x",
        "whatsapp://send?phone=33612345678",
        "https://",
        "https://exe mple.fr",
        "www.exemple.fr ou www.exemple.org",
        "https://exemple.fr/a ou https://exemple.fr/b",
        "01 23 45 67 89 ou https://exemple.fr",
        "tel:https://exemple.fr",
        "Réserver sur www.exemple.fr",
        { type: "phone", value: "Réserver : http://exemple.fr/x" },
        "HTTP://"
      ],
      [
        ...Array.from({ length: 12 }, (_, index) => `link.invalid registration #${index}`),
        "link.invalid registration[12].value #12",
        "link.invalid registration #13"
      ]
    ],
    ["schemes without an address", ["tel:", "mailto:"], ["required registration #0", "email.invalid registration #1"]],
    ["one text", "a@example.org", [{ type: "email", value: "a@example.org" }]],
    ["empty entries", ["", null, {}], []],
    ["null", null, []],
    ["wrong values", [{ type: "link", value: "example" }, { type: "email", value: "x" }, "a@b", { type: "fax", value: "1" }], [
      "link.invalid registration[0].value #0",
      "email.invalid registration[1].value #1",
      "email.invalid registration #2",
      "enum.invalid registration[3].type #3"
    ]],
    ["missing values", [{ type: "link" }, { type: "link", value: "" }], [
      "required registration[0].value #0",
      "required registration[1].value #1"
    ]],
    ["other types", [5, { type: "phone", value: 33 }], ["type.invalid registration #0", "type.invalid registration[1].value #1"]],
    ["an object", { a: 1 }, ["type.invalid registration"]],
    ["too long together", ["1".repeat(1_000), "2".repeat(1_001), "x@"], ["email.invalid registration #2", "string.toolong registration"]]
  ])("%s", (_label, value, read) => {
    expect(readOf(readRegistration(value, defaultLimits))).toEqual(read)
  })

  it("keeps what was there before", () => {
    const value = [{ type: "phone", value: "Réserver : http://exemple.fr/x" }, { type: "link", value: "https://exemple.fr/é" }]
    expect(readOf(readRegistration(value, defaultLimits, { isKept: () => true }))).toEqual(value)
  })

  it("never reads a URL as a phone number, and reads what it read as the same", () => {
    const type = FastCheck.constantFrom("phone", "email", "link", undefined)
    const part = FastCheck.oneof(
      FastCheck.webUrl(),
      FastCheck.string(),
      FastCheck.constantFrom("www.", "https://", "tel:", "mailto:", " ", "a.fr/", "01 23 45 67 89")
    )
    FastCheck.assert(FastCheck.property(type, FastCheck.array(part, { maxLength: 4 }), (named, parts) => {
      const reading = readRegistration([named === undefined ? parts.join("") : { type: named, value: parts.join("") }], defaultLimits)
      if (Either.isLeft(reading)) return
      for (const entry of reading.right) {
        if (entry.type === "phone") expect(entry.value).not.toMatch(/https?:\/\/|^www\./i)
        if (entry.type === "link") expect(isHttpUrl(entry.value)).toBe(true)
      }
      expect(readRegistration(reading.right.map((entry) => ({ ...entry })), defaultLimits)).toEqual(reading)
    }))
  })
})

describe("readAccessibility", () => {
  it.each<[string, Json, Json]>([
    ["codes", ["hi", "mi", "hi"], { ...none, hi: true, mi: true }],
    ["booleans", { hi: true, vi: false, pi: null }, { ...none, hi: true }],
    ["null", null, none],
    ["unknown codes", ["hi", "xx", 5], ["enum.invalid accessibility #1", "enum.invalid accessibility #2"]],
    ["unknown kinds and no booleans", { xx: true, hi: 1 }, ["enum.invalid accessibility.xx", "type.invalid accessibility.hi"]],
    ["a text", "hi", ["type.invalid accessibility"]]
  ])("%s", (_label, value, read) => {
    expect(readOf(readAccessibility(value, defaultLimits))).toEqual(read)
  })
})

describe("readAge", () => {
  it.each<[string, Json, Json]>([
    ["both", { min: 7, max: 99 }, { min: 7, max: 99 }],
    ["the widest", { min: 0, max: 150 }, { min: 0, max: 150 }],
    ["one year", { min: 7, max: 7 }, { min: 7, max: 7 }],
    ["one end open", { min: 7 }, { min: 7, max: null }],
    ["null", null, { min: null, max: null }],
    ["beyond", { min: -1, max: 151 }, ["range age.min", "range age.max"]],
    ["fractions and texts", { min: 1.5, max: "twelve" }, ["integer.invalid age.min", "type.invalid age.max"]],
    ["digits", { min: "6", max: "12" }, { min: 6, max: 12 }],
    ["the wrong way round", { min: 12, max: 7 }, ["range age"]],
    ["a list", [7, 99], ["type.invalid age"]]
  ])("%s", (_label, value, read) => {
    expect(readOf(readAge(value, defaultLimits))).toEqual(read)
  })
})

describe("readChoice", () => {
  it.each<[string, Json, Json]>([
    ["a number", 2, 2],
    ["a labelled read", { id: 3, label: { fr: "Mixte" } }, 3],
    ["another number", 4, ["enum.invalid attendanceMode"]],
    ["a text", "2", ["enum.invalid attendanceMode"]],
    ["an object without id", { label: "x" }, ["enum.invalid attendanceMode"]]
  ])("%s", (_label, value, read) => {
    expect(readOf(readChoice("attendanceMode", value, [1, 2, 3]))).toEqual(read)
  })
})

describe("readLocationUid", () => {
  it.each<[string, Json, Json]>([
    ["a number", 74089775, 74089775],
    ["digits", "74089775", 74089775],
    ["null", null, null],
    ["an empty text", "", null],
    ["zero", 0, ["location.unknown locationUid"]],
    ["a negative number", -5, ["location.unknown locationUid"]],
    ["a fraction", 1.5, ["integer.invalid locationUid"]],
    ["a word", "paris", ["type.invalid locationUid"]],
    ["an object", { uid: 5 }, ["type.invalid locationUid"]]
  ])("%s", (_label, value, read) => {
    expect(readOf(readLocationUid(value))).toEqual(read)
  })
})

describe("readTimezone", () => {
  it.each<[string, Json, Json]>([
    ["a name", "America/New_York", "America/New_York"],
    ["null", null, null],
    ["no zone", "Paris", ["timezone.invalid timezone"]],
    ["an offset", "+02:00", ["timezone.invalid timezone"]],
    ["a number", 2, ["type.invalid timezone"]]
  ])("%s", (_label, value, read) => {
    expect(readOf(readTimezone(value))).toEqual(read)
  })
})

describe("readExtIds", () => {
  const stored = [{ key: "a", value: "1" }, { key: "b", value: "2" }]

  it.each<[string, Json, Json]>([
    ["texts and whole numbers", [{ key: "a", value: "x" }, { key: "b", value: 5 }], [{ key: "a", value: "x" }, { key: "b", value: "5" }]],
    ["null", null, []],
    ["a key twice", [{ key: "a", value: "1" }, { key: "a", value: "2" }], ["duplicate extIds #1"]],
    ["missing parts", [{ value: "1" }, { key: "a" }, { key: "b", value: null }], [
      "required extIds[0].key #0",
      "required extIds[1].value #1",
      "required extIds[2].value #2"
    ]],
    ["too long", [{ key: "a", value: "x".repeat(256) }], ["string.toolong extIds[0].value #0"]],
    ["other types", ["a", { key: {}, value: [1] }], [
      "type.invalid extIds #0",
      "type.invalid extIds[1].key #1",
      "type.invalid extIds[1].value #1"
    ]],
    ["an object", { a: "1" }, ["type.invalid extIds"]]
  ])("parses a complete list: %s", (_label, value, read) => {
    expect(readOf(readExtIds(value, defaultLimits))).toEqual(read)
  })

  it.each<[string, Json, Json]>([
    ["null removes one", [{ key: "a", value: null }, { key: "c", value: "3" }], [{ key: "a", value: null }, { key: "c", value: "3" }]],
    ["an empty list removes all", [], [{ key: "a", value: null }, { key: "b", value: null }]],
    ["null removes all", null, [{ key: "a", value: null }, { key: "b", value: null }]],
    ["a missing value is no removal", [{ key: "a" }], ["required extIds[0].value #0"]]
  ])("parses a list to merge: %s", (_label, value, read) => {
    expect(readOf(readMergedExtIds(value, stored, defaultLimits))).toEqual(read)
  })

  it("limits the number of merged identifiers", () => {
    const limits = { ...defaultLimits, extIds_max: 2 }
    const one = [{ key: "a", value: "3" }]
    const three = [...stored, { key: "c", value: "3" }]
    expect(readOf(readExtIds(stored, limits))).toEqual(stored)
    expect(readOf(readExtIds(three, limits))).toEqual(["tooMany extIds"])
    expect(readOf(readMergedExtIds([{ key: "c", value: "3" }], stored, limits))).toEqual(["tooMany extIds"])
    const swap = [{ key: "a", value: null }, { key: "c", value: "3" }]
    expect(readOf(readMergedExtIds(swap, stored, limits))).toEqual(swap)
    // Those that are more since the limit was lowered may still be changed.
    expect(readOf(readMergedExtIds(one, three, limits))).toEqual(one)
  })
})

describe("readImage", () => {
  const size = { width: 700, height: 400 }
  const stored: Image = {
    filename: "a.jpg",
    size,
    variants: [{ filename: "a.full.jpg", size, type: "full" }],
    base: "https://example.org/images/"
  }

  it.each<[string, Json, Image | null, Json]>([
    ["the picture as it was read", { ...stored, size: { ...size } }, stored, "keep"],
    ["its URL", "https://example.org/images/a.jpg", stored, "keep"],
    ["the URL of a rendition", "https://example.org/images/a.full.jpg", stored, "keep"],
    ["null", null, stored, "remove"],
    ["an empty list", [], stored, "remove"],
    ["another picture", { ...stored, filename: "b.jpg" }, stored, ["type.invalid image"]],
    ["another URL", "https://example.org/b.jpg", stored, ["type.invalid image"]],
    ["a URL where there is no picture", "https://example.org/images/a.jpg", null, ["type.invalid image"]]
  ])("%s", (_label, value, image, read) => {
    expect(readOf(readImage(value, image))).toEqual(read)
  })
})

describe("readSlug", () => {
  it.each<[string, Json, Json]>([
    ["words", "concert-d-ete_2025.v2", "concert-d-ete_2025.v2"],
    ["null", null, null],
    ["white space", "a b", ["type.invalid slug"]],
    ["a slash", "a/b", ["type.invalid slug"]],
    ["two dots", "..", ["type.invalid slug"]],
    ["too long", "a".repeat(121), ["type.invalid slug"]],
    ["the ending of a calendar", "concert.ics", ["type.invalid slug"]],
    ["another ending", "concert.icsx", "concert.icsx"],
    ["a number", 5, ["type.invalid slug"]]
  ])("%s", (_label, value, read) => {
    expect(readOf(readSlug(value))).toEqual(read)
  })
})
