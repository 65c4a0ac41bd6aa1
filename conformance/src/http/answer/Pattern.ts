import * as Predicate from "effect/Predicate"

/** What stands in an expected value for the values that it accepts. */
interface Pattern {
  readonly _tag: "Pattern"
  /** The accepted values, in words. */
  readonly said: string
  readonly accepts: (actual: unknown) => boolean
}

const pattern = (said: string, accepts: Pattern["accepts"]): Pattern => ({ _tag: "Pattern", said, accepts })

/** Whether a value is a pattern. */
export const isPattern = (value: unknown): value is Pattern => Predicate.isTagged(value, "Pattern")

/** Any number. */
export const anyNumber = pattern("a number", (actual) => typeof actual === "number")

/** A number that is not less than this one. */
export const atLeast = (least: number): Pattern =>
  pattern(`a number from ${least} on`, (actual) => typeof actual === "number" && actual >= least)

/** Any text. */
export const anyText = pattern("a text", (actual) => typeof actual === "string")

/** A text that contains this one. */
export const textWith = (part: string): Pattern =>
  pattern(`a text with ${JSON.stringify(part)}`, (actual) => typeof actual === "string" && actual.includes(part))

/** A text that matches. */
export const textLike = (form: RegExp): Pattern =>
  pattern(`a text like ${form}`, (actual) => typeof actual === "string" && form.test(actual))

/** Stands for the uid of an agenda, event, location or network of the sample data, such as `{agenda:main}`. */
interface UidOf {
  readonly _tag: "UidOf"
  readonly placeholder: string
}

/** Whether a value stands for a uid. */
export const isUidOf = (value: unknown): value is UidOf => Predicate.isTagged(value, "UidOf")

/** The uid of an agenda by its name in the sample data. */
export const agendaUid = (name: string): UidOf => ({ _tag: "UidOf", placeholder: `{agenda:${name}}` })

/** The uid of the network of the sample data. */
export const networkUid: UidOf = { _tag: "UidOf", placeholder: "{network}" }

/** The uid of a location by its name in the sample data. */
export const placeUid = (name: string): UidOf => ({ _tag: "UidOf", placeholder: `{place:${name}}` })
