import { describe, expect, it } from "@effect/vitest"
import * as FastCheck from "effect/FastCheck"
import { slug_chars_max, slugOf } from "../../../src/domain/identity/slug.js"

describe("slugOf", () => {
  it.each([
    ["accents", "Étincelles du Palais de la découverte", "etincelles-du-palais-de-la-decouverte"],
    ["elisions and signs", "Tous à l'Opéra ! 2025 : 9, 10 et 11 mai", "tous-a-l-opera-2025-9-10-et-11-mai"],
    ["other scripts", "Москва", "moskva"],
    ["decomposed characters", "e\u0301te\u0301", "ete"],
    ["nothing left", "¿…?", "event"],
    ["empty", "", "event"]
  ])("%s", (_label, text, slug) => {
    expect(slugOf(text, "event")).toBe(slug)
  })

  it("truncates long texts between words", () => {
    const slug = slugOf("mot ".repeat(60), "event")
    expect(slug.length).toBeLessThanOrEqual(slug_chars_max)
    expect(slug.endsWith("-mot")).toBe(true)
  })

  it("truncates a single long word", () => {
    expect(slugOf("a".repeat(500), "event")).toBe("a".repeat(slug_chars_max))
  })

  it("returns ASCII words joined by single dashes for every text", () => {
    FastCheck.assert(FastCheck.property(FastCheck.string({ unit: "binary", maxLength: 300 }), (text) => {
      const slug = slugOf(text, "event")
      expect(slug).toMatch(/^[a-z0-9]+(?:-[a-z0-9]+)*$/)
      expect(slug.length).toBeLessThanOrEqual(slug_chars_max)
      expect(slugOf(slug, "event")).toBe(slug)
    }))
  })
})
