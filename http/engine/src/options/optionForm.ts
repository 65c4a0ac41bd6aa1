import * as Predicate from "effect/Predicate"
import * as Schema from "effect/Schema"
import type { OptionFault } from "../EngineFault.js"

/** The form of an option or of a member of one. */
export interface Form {
  readonly schema: Schema.Schema.AnyNoContext
  /** What is taken; completes the sentence "… is expected". */
  readonly takes: string
  /** The forms of the members, when the value is an object with options of its own. */
  readonly members?: { readonly [name: string]: Form } | undefined
  /** Whether the value must be given. Default: false. */
  readonly required?: boolean | undefined
}

type Fault = typeof OptionFault.Type

/** What is wrong with the members of an object: unknown names, missing values and values of another form. */
export const faultsIn = (given: object, forms: { readonly [name: string]: Form }, prefix: string): ReadonlyArray<Fault> => {
  const values = new Map<string, unknown>(Object.entries(given))
  const unknown = [...values.keys()].filter((name) => !Object.hasOwn(forms, name)).map((name) => ({
    option: `${prefix}${name}`,
    expected: `there is no such option; there are ${Object.keys(forms).join(", ")}`
  }))
  const wrong = Object.entries(forms).flatMap(([name, { members, required = false, schema, takes }]) => {
    const value = values.get(name)
    const option = `${prefix}${name}`
    if (value === undefined) return required ? [{ option, expected: `${takes} is expected` }] : []
    if (!Schema.is(schema, { onExcessProperty: "error" })(value)) return [{ option, expected: `${takes} is expected` }]
    return members === undefined || !Predicate.isRecord(value) ? [] : faultsIn(value, members, `${option}.`)
  })
  return [...unknown, ...wrong]
}
