import { describe, expect, it } from "@effect/vitest"
import { mailtoOf, readableUrl, telOf } from "../src/template/eventTemplate.js"

describe("contact URLs", () => {
  it.each([
    ["+33 (0)1 23 45 67 89", "tel:+33123456789"],
    ["(02) 98.00-00 ext. 5", "tel:02980000"],
    ["01 23 45 67 89 #12", "tel:0123456789"]
  ])("dial %s", (phone, url) => {
    expect(telOf(phone)).toBe(url)
  })

  it.each([
    "",
    "06",
    "exemple.fr",
    "https://exemple.fr/fête de l'été",
    "www.exemple.fr/2031",
    "sur place",
    "01 23 45 67 89 (de 9h à 12h)",
    "01 23 45 67 89 ou 06 12 34 56 78",
    "01 23 45 67 89 / 06 12 34 56 78",
    "+ + 33 1 23",
    "#3939"
  ])("do not dial %j", (text) => {
    expect(telOf(text)).toBeNull()
  })

  it.each([
    ["https://exemple.fr/f%C3%AAte%20de%20l'%C3%A9t%C3%A9?a=%26", "exemple.fr/fête de l'été?a=%26"],
    ["HTTP://exemple.fr/%E9", "exemple.fr/%E9"]
  ])("read %s as %s", (url, text) => {
    expect(readableUrl(url)).toBe(text)
  })

  it.each([
    ["box-office@hall.example", "mailto:box-office@hall.example"],
    ["a?cc=b%40other.example&x@hall.example", "mailto:a%3Fcc%3Db%2540other.example%26x@hall.example"]
  ])("write to %s without header fields", (address, url) => {
    expect(mailtoOf(address)).toBe(url)
  })
})
