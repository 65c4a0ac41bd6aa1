import { defaultLimits } from "@agenda-engine/core/domain/Limits"
import { reservedFieldCodes } from "@agenda-engine/core/query/event/fieldCode"
import type { Parameter } from "@agenda-engine/core/query/Parameter"
import { describe, expect, it } from "vitest"
import { eventParameters, structuredDataParameters } from "../../src/query/eventParameters.js"
import { singleEventParameters } from "../../src/query/eventViewParameters.js"

const parameters: ReadonlyArray<Parameter> = Object.values({
  ...eventParameters(defaultLimits),
  ...singleEventParameters,
  ...structuredDataParameters
})

describe("the reserved field codes", () => {
  it.each(parameters.flatMap(({ aliases, name }) => [name, ...aliases]))("include the parameter %s", (name) => {
    expect(reservedFieldCodes.has(name)).toBe(true)
  })
})
