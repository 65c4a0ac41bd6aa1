import { directionOf } from "@agenda-engine/core/domain/text/textDirection"
import { describe, expect, it } from "vitest"

const rightToLeft =
  "ar he fa ur ckb ps dv yi syr sd ug nqo iw ji arz aii az-Arab pa-Arab ku-Arab ms-Arab az-IR pa-PK ar-EG ff-Adlm rhg ar-x-a"
const leftToRight = "fr en br ja zh-Hant ku az pa hi ur-Latn ar-Latn he-Latn az-Latn-IR pt-BR sr-Cyrl es-419 zz fr-x-y zz-qq-99"

describe("the direction of a language", () => {
  it.each(rightToLeft.split(" "))("is from right to left for %s", (tag) => {
    expect(directionOf(tag)).toBe("rtl")
  })

  it.each(leftToRight.split(" "))("is from left to right for %s", (tag) => {
    expect(directionOf(tag)).toBe("ltr")
  })

  it.each(["", "*", "?", "ar_EG", "javascript:"])("is from left to right for %j, which is no language tag", (tag) => {
    expect(directionOf(tag)).toBe("ltr")
  })
})
