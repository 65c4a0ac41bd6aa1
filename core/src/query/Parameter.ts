/** Properties of every query parameter, whatever its type. */
interface Described {
  readonly name: string
  /** Aliases; their values are merged (wire.md §2, Aliases). */
  readonly aliases: ReadonlyArray<string>
  /** One or two sentences for the API reference. */
  readonly description: string
  /** The default, in words; null when absence has no effect. */
  readonly absent: string | null
  readonly example: string
  /** Whether it can be repeated. */
  readonly many: boolean
}

/**
 * A parameter with a closed list of words, each with a value. The empty word is listed when an empty value has a
 * meaning.
 */
export interface ChoiceParameter<A> extends Described {
  readonly kind: "choice"
  readonly options: ReadonlyArray<readonly [word: string, value: A]>
  /** Whether words are case-insensitive. */
  readonly anyCase?: true
}

/** A parameter of integers, bounds inclusive. */
export interface IntegerParameter extends Described {
  readonly kind: "integer"
  readonly min: number
  readonly max: number
}

/** A parameter of free text. */
export interface TextParameter extends Described {
  readonly kind: "text"
}

/** A parameter of text with its own format. */
export interface FormedParameter<A> extends Described {
  readonly kind: "formed"
  /** What it accepts; completes the sentence "it takes …". */
  readonly takes: string
  /** All texts that it accepts; absent when they are no closed list. */
  readonly words?: ReadonlyArray<string>
  /** Parses a text; undefined when its format is wrong. */
  readonly read: (text: string) => A | undefined
}

/** A parameter of time ranges: `name[gte]`, `name[lte]`, `name[tz]`. */
export interface RangeParameter extends Described {
  readonly kind: "range"
}

/** A parameter of integer ranges, `name[gte]` and `name[lte]`; both bounds lie between `min` and `max`. */
export interface IntegerRangeParameter extends Described {
  readonly kind: "integerRange"
  readonly min: number
  readonly max: number
}

/** A parameter of bounding boxes: `name[northEast][lat]`, `[lng]`, `name[southWest][lat]`, `[lng]`. */
export interface BoxParameter extends Described {
  readonly kind: "box"
}

/** A parameter of pairs, `name[key]` and `name[value]`. */
export interface PairParameter extends Described {
  readonly kind: "pair"
}

/** A parameter of facets: the name of a type, or an object, `name[0][type]` (wire.md §6, Facets). */
export interface FacetParameter extends Described {
  readonly kind: "facet"
  /** Names of facet types. */
  readonly types: ReadonlyArray<string>
}

/** A parameter whose values have nested names. */
export type NestedParameter = RangeParameter | IntegerRangeParameter | BoxParameter | PairParameter | FacetParameter

/** A query parameter as data: the parser and the API reference are derived from it. */
export type Parameter = ChoiceParameter<unknown> | IntegerParameter | TextParameter | FormedParameter<unknown> | NestedParameter

/** Booleans in query strings: `0 1 true false` (wire.md §2). */
export const booleanOptions = [["0", false], ["1", true], ["false", false], ["true", true]] as const

/** Describes an integer with its bounds; completes the sentence "it takes …". */
export const describeInteger = ({ max, min }: { readonly min: number; readonly max: number }): string => {
  if (min === Number.MIN_SAFE_INTEGER) return "a whole number"
  return max === Number.MAX_SAFE_INTEGER ? `a whole number from ${min} on` : `a whole number from ${min} to ${max}`
}

/** What a bound of a time range accepts; completes the sentence "it takes …". */
export const describedInstant = "an ISO 8601 date or instant or the word today"

/**
 * What a parameter accepts; completes the sentence "it takes …".
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
      return "the name of a type, or an object with type (t) and optionally key (k), field (f), size (s), missing (m), interval, timezone and zoom"
  }
}
