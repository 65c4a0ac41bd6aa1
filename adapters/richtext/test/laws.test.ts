import { describe, it } from "@effect/vitest"
import { descriptionLaws } from "./descriptionLaws.js"

describe("descriptions", () => {
  it.each(descriptionLaws)("%s", (_label, law) => law(150))
})
