import { describe, expect, it } from "@effect/vitest"
import * as Either from "effect/Either"
import * as FastCheck from "effect/FastCheck"
import { defaultLimits } from "../../src/domain/Limits.js"
import type { Image } from "../../src/domain/media/Image.js"
import type { Json } from "../../src/domain/text/Json.js"
import { isHttpUrl } from "../../src/domain/text/url.js"
import { readExtIds, readMergedExtIds } from "../../src/validation/event/readExtIds.js"
import { readRegistration } from "../../src/validation/event/readRegistration.js"
import { readImage } from "../../src/validation/value/readImage.js"
import { readMultilingual } from "../../src/validation/value/readMultilingual.js"
import { readOf } from "./fault.js"

// `http/server/test/fields` has the values and faults of every field.

describe("readMultilingual", () => {
  const rules = { field: "title", chars_max: 5, plainLang: "fr", languages_max: 4 }

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

describe("readRegistration", () => {
  it.each<[string, Json, Json]>([
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
        "https://exemple.fr?a=b c",
        "//exemple.fr/a",
        "//exemple.fr",
        "//www.exemple.fr/é"
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
        "https://exemple.fr?a=b%20c",
        "https://exemple.fr/a",
        "https://exemple.fr",
        "https://www.exemple.fr/%C3%A9"
      ].map((link) => ({ type: "link", value: link }))
    ],
    [
      "links that are said to be phone numbers",
      ["https://exemple.fr/é", "www.exemple.fr", "exemple.fr/x", "//exemple.fr/x"].map((sent) => ({
        type: "phone",
        value: sent
      })),
      ["https://exemple.fr/%C3%A9", "https://www.exemple.fr", "https://exemple.fr/x", "https://exemple.fr/x"].map((link) => ({
        type: "link",
        value: link
      }))
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
      ["Tél. : 01 23 45", "sur place", "01.23.45/46", "//0123", "Tél./Fax 01.23", "exemple.fr", { type: "phone", value: "a@b.fr" }],
      [
        "Tél. : 01 23 45",
        "sur place",
        "01.23.45/46",
        "//0123",
        "Tél./Fax 01.23",
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
        "Infos : exemple.fr/x",
        "(théâtre.exemple.fr:8080?a=b)",
        "Infos : //exemple.fr",
        "01 23 45 67 89, exemple.fr#x",
        "tel:exemple.fr/x",
        "https://exemple.fr/a ou exemple.fr/b",
        { type: "phone", value: "Réserver : http://exemple.fr/x" },
        "HTTP://"
      ],
      [
        ...Array.from({ length: 18 }, (_, index) => `link.invalid registration #${index}`),
        "link.invalid registration[18].value #18",
        "link.invalid registration #19"
      ]
    ],
    ["schemes without an address", ["tel:", "mailto:"], ["required registration #0", "email.invalid registration #1"]]
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

describe("readExtIds", () => {
  const stored = [{ key: "a", value: "1" }, { key: "b", value: "2" }]

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
