import type {
  BoxParameter,
  ChoiceParameter,
  FormedParameter,
  IntegerParameter,
  IntegerRangeParameter,
  PairParameter,
  Parameter,
  RangeParameter,
  TextParameter
} from "../Parameter.js"
import type { Condition, GeoBox, Range } from "./Condition.js"
import type { FacetType } from "./FacetQuery.js"

/** What the conditions of a filter depend on besides its value. */
export interface FilterContext {
  /** The instant of the first page, epoch milliseconds. */
  readonly at: number
  /** The user that `mine` filters by; 0 when there is none. */
  readonly userUid: number
  /** Whether events without a value match too. */
  readonly orNone: boolean
}

/** Words that a parameter accepts besides its values, and that are not parsed as values. */
export type Words = ReadonlySet<string>

/** A key with its value. */
export interface Pair {
  readonly key: string
  readonly value: string
}

/**
 * Parses parameters, one member for each kind. Undefined when the parameter is absent or has no valid value; the reader
 * reports invalid values.
 */
export interface FilterReader {
  readonly text: (parameter: TextParameter, words: Words) => ReadonlyArray<string> | undefined
  readonly integers: (parameter: IntegerParameter, words: Words) => ReadonlyArray<number> | undefined
  readonly choices: <A>(parameter: ChoiceParameter<A>, words: Words) => ReadonlyArray<A> | undefined
  readonly choice: <A>(parameter: ChoiceParameter<A>) => A | undefined
  readonly oneFormed: <A>(parameter: FormedParameter<A>) => A | undefined
  readonly ranges: (parameter: RangeParameter) => ReadonlyArray<Range> | undefined
  readonly integerRanges: (parameter: IntegerRangeParameter) => ReadonlyArray<Range> | undefined
  readonly boxes: (parameter: BoxParameter) => ReadonlyArray<GeoBox> | undefined
  readonly pairs: (parameter: PairParameter) => ReadonlyArray<Pair> | undefined
}

/** A filter of events: its query parameter and its conditions. */
export interface FilterRow<A> {
  readonly parameter: Parameter
  /** The facet whose `missing` word the filter accepts as a value (wire.md §6, Facets); absent: none. */
  readonly facet?: FacetType
  /** Parses the parameter. */
  readonly read: (reader: FilterReader, words: Words) => A | undefined
  /** The conditions of a value. Undefined: the filter only matches events without a value. */
  readonly conditions: (value: A | undefined, context: FilterContext) => ReadonlyArray<Condition>
}

const list = { aliases: [], absent: null, many: true } as const
const single = { aliases: [], many: false } as const

/** A parameter without what follows from its kind. */
type Described<P extends Parameter> = Omit<P, "kind" | "aliases" | "absent" | "many"> & Partial<Pick<P, "aliases" | "absent">>

/** The conditions of a value. */
type Plan<A> = (value: A, context: FilterContext) => ReadonlyArray<Condition>

const row = <A>(parameter: Parameter, read: FilterRow<A>["read"], conditions: Plan<A>): FilterRow<A> => ({
  parameter,
  read,
  conditions: (value, context) => value === undefined ? [] : conditions(value, context)
})

/** A filter by texts. */
export const texts = (described: Described<TextParameter>, conditions: Plan<ReadonlyArray<string>>) => {
  const parameter: TextParameter = { ...list, kind: "text", ...described }
  return row(parameter, (reader, words) => reader.text(parameter, words), conditions)
}

/** A filter by integers. */
export const integers = (described: Omit<Described<IntegerParameter>, "min" | "max">, conditions: Plan<ReadonlyArray<number>>) => {
  const bounds = { min: Number.MIN_SAFE_INTEGER, max: Number.MAX_SAFE_INTEGER }
  const parameter: IntegerParameter = { ...list, ...bounds, kind: "integer", ...described }
  return row(parameter, (reader, words) => reader.integers(parameter, words), conditions)
}

/** A filter by the values of a closed list of words. */
export const choices = <const A>(described: Described<ChoiceParameter<A>>, conditions: Plan<ReadonlyArray<A>>) => {
  const parameter: ChoiceParameter<A> = { ...list, kind: "choice", ...described }
  return row(parameter, (reader, words) => reader.choices(parameter, words), conditions)
}

/** A filter by one value of a closed list of words. */
export const choice = <const A>(described: Described<ChoiceParameter<A>> & { readonly absent: string }, conditions: Plan<A>) => {
  const parameter: ChoiceParameter<A> = { ...single, kind: "choice", ...described }
  return row(parameter, (reader) => reader.choice(parameter), conditions)
}

/** A filter by one value of its own format; the value `off` is no filter. */
export const formed = <A>(described: Described<FormedParameter<A>> & { readonly absent: string }, conditions: Plan<Exclude<A, "off">>) => {
  const parameter: FormedParameter<A> = { ...single, kind: "formed", ...described }
  const isOn = (value: A | undefined): value is Exclude<A, "off"> => value !== undefined && value !== "off"
  return row(parameter, (reader): Exclude<A, "off"> | undefined => {
    const value = reader.oneFormed(parameter)
    return isOn(value) ? value : undefined
  }, conditions)
}

/** A filter by ranges of instants. */
export const ranges = (described: Omit<Described<RangeParameter>, "example">, conditions: Plan<ReadonlyArray<Range>>) => {
  const parameter: RangeParameter = { ...list, kind: "range", example: "2024-06-01", ...described }
  return row(parameter, (reader) => reader.ranges(parameter), conditions)
}

/** A filter by ranges of integers. */
export const integerRanges = (described: Described<IntegerRangeParameter>, conditions: Plan<ReadonlyArray<Range>>) => {
  const parameter: IntegerRangeParameter = { ...list, kind: "integerRange", ...described }
  return row(parameter, (reader) => reader.integerRanges(parameter), conditions)
}

/** A filter by geographic boxes. */
export const boxes = (described: Described<BoxParameter>, conditions: Plan<ReadonlyArray<GeoBox>>) => {
  const parameter: BoxParameter = { ...list, kind: "box", ...described }
  return row(parameter, (reader) => reader.boxes(parameter), conditions)
}

/** A filter by pairs of a key and a value. */
export const pairs = (described: Described<PairParameter>, conditions: Plan<ReadonlyArray<Pair>>) => {
  const parameter: PairParameter = { ...list, kind: "pair", ...described }
  return row(parameter, (reader) => reader.pairs(parameter), conditions)
}

/** A filter that can also match events without a value: those that the facet counts under its `missing` word. */
export const orNone = <A>(facet: FacetType, { conditions, parameter, read }: FilterRow<ReadonlyArray<A>>) => {
  const whole: FilterRow<ReadonlyArray<A>> = { parameter, read, conditions: (value, context) => conditions(value ?? [], context) }
  return { ...whole, facet }
}
