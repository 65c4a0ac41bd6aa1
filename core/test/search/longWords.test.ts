import { rereads } from "@agenda-engine/conformance/testing/countWork"
import { longTexts } from "@agenda-engine/conformance/testing/longTexts"
import { describe, expect, it } from "@effect/vitest"
import { countReaders } from "./countReaders.js"

const kinds = new Set([
  "letters and a sign",
  "digits and letters",
  "a chain of hyphens",
  "a chain of dots and a word",
  "a chain of apostrophes",
  "quoted words",
  "marks of two classes",
  "letters with joiners",
  "Han",
  "a city and its districts",
  "many compounds"
])

// The long run has longer texts of every kind.
countReaders(longTexts.filter(([kind]) => kinds.has(kind)), 6_000)

describe("rereads", () => {
  it.each([/[a-z]+(?:-[a-z]+)+/g, /[a-z]+$/, /\s+$/, /a*b/, /(?:a|b)+c/, /x{2,}y/])("%s reads again from each letter", (expression) => {
    expect(rereads(expression)).toBe(true)
  })

  it.each([/[a-z]+/g, /[a-z]+(?:-[a-z]+)*/g, /^\s+$/, /(?<![a-z])[a-z]+-/, /[ab]{2}c/, /\p{L}+|\p{N}+/u])("%s reads once", (expression) => {
    expect(rereads(expression)).toBe(false)
  })
})
