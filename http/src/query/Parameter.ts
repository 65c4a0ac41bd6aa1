/** What every query parameter says of itself, whatever it takes. */
interface Described {
  readonly name: string
  /** Other names that mean the same; values of all of them come together (wire.md §2, Aliases). */
  readonly aliases: ReadonlyArray<string>
  /** One or two sentences for the API reference. */
  readonly description: string
  /** What holds when it is absent, in words; null when its absence has no effect. */
  readonly absent: string | null
  readonly example: string
  /** Whether it may be repeated. */
  readonly many: boolean
}

/** A parameter with a closed list of words, each of which stands for a value; the empty word is there where an empty value means something. */
export interface ChoiceParameter<A> extends Described {
  readonly kind: "choice"
  readonly options: ReadonlyArray<readonly [word: string, value: A]>
  /** Whether words are taken in any mixture of capitals. */
  readonly anyCase?: true
}

/** A parameter that takes whole numbers, both bounds included. */
export interface IntegerParameter extends Described {
  readonly kind: "integer"
  readonly min: number
  readonly max: number
}

/** A parameter that takes any text. */
export interface TextParameter extends Described {
  readonly kind: "text"
}

/** A parameter that takes text of a form of its own. */
export interface FormedParameter<A> extends Described {
  readonly kind: "formed"
  /** What it takes, in words that finish the sentence "it takes …". */
  readonly takes: string
  /** What a text means; undefined when it is not of the form. */
  readonly read: (text: string) => A | undefined
}

/** A parameter that takes ranges of instants: `name[gte]`, `name[lte]`, `name[tz]`. */
export interface RangeParameter extends Described {
  readonly kind: "range"
}

/** A query parameter as data: what the parser reads by, and what the API reference is made from. */
export type Parameter = ChoiceParameter<unknown> | IntegerParameter | TextParameter | FormedParameter<unknown> | RangeParameter

/** The booleans of the query string: `0 1 true false` (wire.md §2). */
export const booleanOptions = [["0", false], ["1", true], ["false", false], ["true", true]] as const

/**
 * What a parameter takes, in words that finish the sentence "it takes …".
 *
 * @example
 * describeAccepted({ kind: "integer", min: 0, max: 300, … }) // "a whole number from 0 to 300"
 */
export const describeAccepted = (parameter: Parameter): string => {
  switch (parameter.kind) {
    case "choice":
      return `one of ${parameter.options.flatMap(([word]) => word === "" ? [] : [word]).join(", ")}${
        parameter.anyCase ? ", in any case" : ""
      }`
    case "integer":
      return parameter.min === Number.MIN_SAFE_INTEGER
        ? "a whole number"
        : parameter.max === Number.MAX_SAFE_INTEGER
        ? `a whole number from ${parameter.min} on`
        : `a whole number from ${parameter.min} to ${parameter.max}`
    case "text":
      return "text"
    case "formed":
      return parameter.takes
    case "range":
      return "the bounds gte and lte, each an ISO 8601 date or instant or the word today, and tz, an IANA time zone"
  }
}
