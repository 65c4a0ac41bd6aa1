import { editDistance } from "@agenda-engine/core/search/correction/nearestWords"
import { limitVariables, settingVariables } from "../../config/variables.js"
import { optionVariables } from "./CliOptions.js"

/** The most letters by which a misspelt name differs from the one that was meant. */
const distance_max = 3

/** The variable whose name differs least from a name that nothing reads. Null: none is near. */
export const nearestSetting = (name: string): string | null => {
  const known = [...Object.keys(settingVariables), ...Object.keys(limitVariables), ...optionVariables]
  const near = known.flatMap((candidate) => {
    const distance = editDistance(name, candidate, distance_max)
    return distance === null ? [] : [{ candidate, distance }]
  })
  return near.toSorted((left, right) => left.distance - right.distance)[0]?.candidate ?? null
}
