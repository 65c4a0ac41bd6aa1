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

/** A parameter that takes ranges of whole numbers, `name[gte]` and `name[lte]`, both bounds of which lie in this range. */
export interface IntegerRangeParameter extends Described {
  readonly kind: "integerRange"
  readonly min: number
  readonly max: number
}

/** A parameter that takes boxes on the map: `name[northEast][lat]`, `[lng]`, `name[southWest][lat]`, `[lng]`. */
export interface BoxParameter extends Described {
  readonly kind: "box"
}

/** A parameter that takes pairs, `name[key]` beside `name[value]`. */
export interface PairParameter extends Described {
  readonly kind: "pair"
}

/** A parameter that takes facets: the name of a type, or an object of its members, `name[0][type]` (wire.md §6, Facets). */
export interface FacetParameter extends Described {
  readonly kind: "facet"
  /** The names of types. */
  readonly types: ReadonlyArray<string>
}

/** A parameter whose values have names below its own. */
export type NestedParameter = RangeParameter | IntegerRangeParameter | BoxParameter | PairParameter | FacetParameter

/** A query parameter as data: what the parser reads by, and what the API reference is made from. */
export type Parameter = ChoiceParameter<unknown> | IntegerParameter | TextParameter | FormedParameter<unknown> | NestedParameter

/** The booleans of the query string: `0 1 true false` (wire.md §2). */
export const booleanOptions = [["0", false], ["1", true], ["false", false], ["true", true]] as const

/** What a whole number within bounds is, in words that finish the sentence "it takes …". */
export const describeInteger = ({ max, min }: { readonly min: number; readonly max: number }): string => {
  if (min === Number.MIN_SAFE_INTEGER) return "a whole number"
  return max === Number.MAX_SAFE_INTEGER ? `a whole number from ${min} on` : `a whole number from ${min} to ${max}`
}

/** What a bound of a range of instants takes, in words that finish the sentence "it takes …". */
export const describedInstant = "an ISO 8601 date or instant or the word today"

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
      return describeInteger(parameter)
    case "text":
      return "text"
    case "formed":
      return parameter.takes
    case "range":
      return `the bounds gte and lte, each ${describedInstant}, and tz, an IANA time zone`
    case "integerRange":
      return `the bounds gte and lte, each ${describeInteger(parameter)}`
    case "box":
      return "the corners northEast and southWest, each with lat, from -90 to 90, and lng, from -180 to 180"
    case "pair":
      return "key and value, both"
    case "facet":
      return "the name of a type, or an object of type (t) and as it likes key (k), field (f), size (s), missing (m), interval, timezone and zoom"
  }
}
