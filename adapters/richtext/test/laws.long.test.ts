import { describe, it } from "@effect/vitest"
import { ofFull } from "../../../core/test/repository/ofFull.js"
import { descriptionLaws } from "./descriptionLaws.js"

describe("descriptions", () => {
  it.each(descriptionLaws)("%s", (_label, law) => law(ofFull(10_000)), 600_000)
})
