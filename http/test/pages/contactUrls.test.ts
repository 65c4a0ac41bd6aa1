import { describe, expect, it } from "@effect/vitest"
import { mailtoOf, telOf } from "../../src/pages/template/contactUrls.js"

describe("contact URLs", () => {
  it.each([
    ["+33 (0)1 23 45 67 89", "tel:+33123456789"],
    ["(02) 98.00-00 ext. 5", "tel:02980000"],
    ["01 23 45 67 89 #12", "tel:0123456789"]
  ])("dial %s", (phone, url) => {
    expect(telOf(phone)).toBe(url)
  })

  it.each([
    ["box-office@hall.example", "mailto:box-office@hall.example"],
    ["a?cc=b%40other.example&x@hall.example", "mailto:a%3Fcc%3Db%2540other.example%26x@hall.example"]
  ])("write to %s without header fields", (address, url) => {
    expect(mailtoOf(address)).toBe(url)
  })
})
