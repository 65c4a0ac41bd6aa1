import { describe, expect, it } from "@effect/vitest"
import { isEmail } from "../../../src/domain/text/isEmail.js"
import { isHttpUrl } from "../../../src/domain/text/url.js"
import { isTimezone } from "../../../src/domain/time/timezone.js"

describe("isHttpUrl", () => {
  it.each([
    "https://example.org",
    "HTTP://Example.org/",
    "http://localhost:3000/a?b=c#d",
    "https://example.org?x=1",
    "https://billetterie.palais-decouverte.fr/fr/",
    "https://théâtre.fr/réservé",
    "http://127.0.0.1:80",
    "http://[::1]:8080/x",
    "https://forms.office.com/e/A42aKyfKwp"
  ])("takes %s", (text) => {
    expect(isHttpUrl(text)).toBe(true)
  })

  it.each([
    "",
    "example.org",
    "www.example.org",
    "//example.org",
    "ftp://example.org",
    "javascript:alert(1)",
    "http://",
    "http:///path",
    "https:// example.org",
    "https://exa mple.org",
    "https://example.org/a b",
    "https://-example.org",
    "https://example.org:port/",
    " https://example.org",
    "https://example.org\n"
  ])("refuses %j", (text) => {
    expect(isHttpUrl(text)).toBe(false)
  })

  it("rejects long texts without backtracking", () => {
    expect(isHttpUrl(`http://${"a.".repeat(100_000)}!`)).toBe(false)
    expect(isHttpUrl(`http://${"a".repeat(100_000)}!`)).toBe(false)
  })
})

describe("isEmail", () => {
  it.each(["a@example.org", "first.last+tag@sub.example.co", "é@théâtre.fr", "o'neil@example.org"])("takes %s", (text) => {
    expect(isEmail(text)).toBe(true)
  })

  it.each([
    "",
    "a",
    "@example.org",
    "a@",
    "a@b",
    "a@b@example.org",
    "a b@example.org",
    "a@example..org",
    "a@-example.org",
    "a@example.org,b@example.org",
    "A <a@example.org>",
    "a@example.org\n",
    `${"a".repeat(250)}@b.fr`
  ])("refuses %j", (text) => {
    expect(isEmail(text)).toBe(false)
  })
})

describe("isTimezone", () => {
  it.each(["Europe/Paris", "UTC", "America/Argentina/Buenos_Aires", "Asia/Kolkata"])("takes %s", (text) => {
    expect(isTimezone(text)).toBe(true)
  })

  it.each(["", "Paris", "Europe/Pariss", "+02:00", "GMT+1", "Europe/Paris "])("refuses %j", (text) => {
    expect(isTimezone(text)).toBe(false)
  })
})
