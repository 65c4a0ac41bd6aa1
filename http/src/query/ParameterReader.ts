import { type Issue, issue, quoteJson, quoteText } from "@agenda-engine/core/domain/error/Issue"
import { isTimezone } from "@agenda-engine/core/domain/time/timezone"
import type { Range } from "@agenda-engine/core/query/event/Condition"
import type { Words } from "@agenda-engine/core/query/event/FilterRow"
import {
  type ChoiceParameter,
  describeAccepted,
  describedInstant,
  describeInteger,
  type FormedParameter,
  type IntegerParameter,
  type IntegerRangeParameter,
  type Parameter,
  type RangeParameter,
  type TextParameter
} from "@agenda-engine/core/query/Parameter"
import { type BoundName, readBound, utc } from "@agenda-engine/core/query/readBound"
import { isBlank, isIndex, isTree, itemsOf, type NamedValue, oneTextOf } from "./itemsOf.js"
import type { QueryTree, QueryValue } from "./parseQueryString.js"

/** One text of a query string, with its parameter. */
interface Leaf {
  /** The parameter name that the client used, with its brackets (`date[gte]`). */
  readonly field: string
  readonly text: string
}

/** A refused value for `origin`: text unchanged, anything else as JSON. */
export const originOf = (value: QueryValue): string => typeof value === "string" ? value : JSON.stringify(value ?? "")

const quote = (value: QueryValue): string => typeof value === "string" ? quoteText(value) : quoteJson(originOf(value))

const wholeNumber = /^[-+]?\d{1,16}$/

const readInteger = (text: string, { max, min }: { readonly min: number; readonly max: number }): number | undefined => {
  const value = wholeNumber.test(text.trim()) ? Number(text) : Number.NaN
  return Number.isSafeInteger(value) && value >= min && value <= max ? value : undefined
}

const noWords: Words = new Set()

/** What the time zone of a range is called: `timezone` by older clients, `tz` counts if both are there. */
export const zoneNames = ["tz", "timezone"] as const

/** How the bounds of a range are parsed. */
interface BoundReading {
  /** Allowed names in a range. */
  readonly names: ReadonlyArray<string>
  /** What a bound accepts; completes the sentence "it takes …". */
  readonly takes: string
  readonly read: (text: string, end: BoundName) => number | null
  /** Options of one range, such as its time zone. Null when they are invalid, which has been reported. */
  readonly inside: (range: QueryTree, field: string) => BoundReading | null
}

/**
 * Merges the bounds of one range that were sent under several aliases; a range with the same bound twice stays
 * separate.
 */
const together = (named: ReadonlyArray<NamedValue>): ReadonlyArray<NamedValue> => {
  const [first] = named
  const trees = named.flatMap(({ value }) => isTree(value) ? [value] : [])
  const bounds = trees.flatMap((tree) => Object.entries(tree))
  const isOne = trees.length === named.length && new Set(bounds.map(([name]) => name)).size === bounds.length
  return first === undefined || !isOne ? named : [{ field: first.field, value: Object.fromEntries(bounds) }]
}

/**
 * Parses the declared parameters of one query string and collects all issues (wire.md §2). An empty value counts as
 * absent, unless it is one of the parameter's words. Each method returns undefined when the parameter is absent or has
 * no valid value; `issues` distinguishes the two.
 */
export class ParameterReader {
  readonly issues: Array<Issue> = []
  constructor(
    private readonly tree: QueryTree,
    private readonly now: number
  ) {}

  /** Values of a text parameter. */
  text(parameter: TextParameter, but: Words = noWords): ReadonlyArray<string> | undefined {
    return this.values(parameter, (text) => text, but)
  }

  /** The one value of a text parameter. */
  oneText(parameter: TextParameter): string | undefined {
    return this.one(parameter, this.text(parameter))
  }

  /** Values of an integer parameter. */
  integers(parameter: IntegerParameter, but: Words = noWords): ReadonlyArray<number> | undefined {
    return this.values(parameter, (text) => readInteger(text, parameter), but)
  }

  /** The one value of an integer parameter. */
  oneInteger(parameter: IntegerParameter): number | undefined {
    return this.one(parameter, this.integers(parameter))
  }

  /** Values of a parameter with its own format. */
  formed<A>(parameter: FormedParameter<A>): ReadonlyArray<A> | undefined {
    return this.values(parameter, parameter.read)
  }

  /** The one value of a parameter with its own format. */
  oneFormed<A>(parameter: FormedParameter<A>): A | undefined {
    return this.one(parameter, this.formed(parameter))
  }

  /** Values of a choice parameter. */
  choices<A>(parameter: ChoiceParameter<A>, but: Words = noWords): ReadonlyArray<A> | undefined {
    const means = (word: string, text: string) => word === text || (parameter.anyCase === true && word.toLowerCase() === text.toLowerCase())
    return this.values(parameter, (text) => parameter.options.find(([word]) => means(word, text))?.[1], but)
  }

  /** The one value of a choice parameter. */
  choice<A>(parameter: ChoiceParameter<A>): A | undefined {
    return this.one(parameter, this.choices(parameter))
  }

  /** Whether one of the parameter's values is one of these words. */
  says(parameter: Parameter, words: Words): boolean {
    return words.size > 0 &&
      this.given(parameter).some(({ value }) => (itemsOf(value) ?? [value]).some((item) => typeof item === "string" && words.has(item)))
  }

  /** Ranges of instants, combined by OR. */
  ranges(parameter: RangeParameter): ReadonlyArray<Range> | undefined {
    return this.rangesIn(parameter, this.instants(utc))
  }

  /** Ranges of integers, combined by OR. */
  integerRanges(parameter: IntegerRangeParameter): ReadonlyArray<Range> | undefined {
    const reading: BoundReading = {
      names: ["gte", "lte"],
      takes: describeInteger(parameter),
      read: (text) => readInteger(text, parameter) ?? null,
      inside: () => reading
    }
    return this.rangesIn(parameter, reading)
  }

  /** The values of a parameter, under each of its names. */
  given(parameter: Parameter): ReadonlyArray<NamedValue> {
    const named: Array<NamedValue> = []
    const note = (field: string): void => {
      const value = this.tree[field]
      if (value !== undefined) named.push({ field, value })
    }
    note(parameter.name)
    parameter.aliases.forEach(note)
    return named
  }

  /** The name that the client used for a parameter, the first of several; its own name when it is absent. */
  nameOf(parameter: Parameter): string {
    return this.given(parameter)[0]?.field ?? parameter.name
  }

  /** The texts of a parameter, each with the name that the client used. */
  sentTexts(parameter: Parameter): ReadonlyArray<readonly [text: string, name: string]> {
    return this.given(parameter).flatMap(({ field, value }) =>
      (itemsOf(value) ?? [value]).flatMap((item) => typeof item === "string" && item !== "" ? [[item, field] as const] : [])
    )
  }

  /** Reports an invalid value of a parameter. */
  refuse(parameter: Parameter, field: string, value: QueryValue): void {
    this.refuseAs(field, describeAccepted(parameter), value)
  }

  /** Reports an invalid value of a part of a parameter; `takes` completes the sentence "it takes …". */
  refuseAs(field: string, takes: string, value: QueryValue): void {
    this.issues.push(issue("parameter.invalid", field, {
      message: `${field} takes ${takes}, not ${quote(value)}`,
      origin: originOf(value),
      info: { takes }
    }))
  }

  /** Reports non-empty parts of a parameter whose names are unknown. */
  refuseOthers(parameter: Parameter, field: string, parts: QueryTree, isKnown: (name: string) => boolean): void {
    const takes = describeAccepted(parameter)
    for (const [name, value] of Object.entries(parts)) {
      if (isKnown(name) || isBlank(value)) continue
      const at = `${field}[${name}]`
      this.issues.push(issue("parameter.invalid", at, {
        message: `${at} is invalid: ${field} takes ${takes}`,
        origin: originOf(value),
        info: { takes }
      }))
    }
  }

  /** Reports another issue of a parameter; the message begins with its name. */
  fault(field: string, message: string, origin = ""): void {
    this.issues.push(issue("parameter.invalid", field, { message: `${field} ${message}`, origin }))
  }

  private leaves(parameter: Parameter): ReadonlyArray<Leaf> {
    return this.given(parameter).flatMap(({ field, value }) =>
      (itemsOf(value) ?? [value]).flatMap((item) => {
        if (typeof item === "string") return [{ field, text: item }]
        if (!isBlank(item)) this.refuse(parameter, field, item)
        return []
      })
    )
  }

  private values<A>(
    parameter: Parameter,
    read: (text: string) => A | undefined,
    but: Words = noWords
  ): ReadonlyArray<A> | undefined {
    const leaves = this.leaves(parameter)
    if (leaves.length === 0) return undefined
    const emptyMeans = parameter.kind === "choice" && parameter.options.some(([word]) => word === "")
    const values: Array<A> = []
    for (const { field, text } of leaves) {
      if ((text === "" && !emptyMeans) || but.has(text)) continue
      const value = read(text)
      if (value === undefined) this.refuse(parameter, field, text)
      else values.push(value)
    }
    return values.length === 0 ? undefined : values
  }

  private one<A>(parameter: Parameter, values: ReadonlyArray<A> | undefined): A | undefined {
    if (values === undefined) return undefined
    if (new Set(values).size > 1) {
      const name = this.nameOf(parameter)
      this.issues.push(issue("parameter.invalid", name, {
        message: `${name} takes one value`,
        origin: originOf(this.sentTexts(parameter).map(([text]) => text)),
        info: { takes: describeAccepted(parameter) }
      }))
      return undefined
    }
    return values[0]
  }

  private rangesIn(parameter: Parameter, reading: BoundReading): ReadonlyArray<Range> | undefined {
    const ranges = together(this.given(parameter)).flatMap((named) => this.rangesOf(parameter, named, reading))
    return ranges.length === 0 ? undefined : ranges
  }

  private rangesOf(parameter: Parameter, { field, value }: NamedValue, reading: BoundReading): ReadonlyArray<Range> {
    if (value === undefined || isBlank(value)) return []
    if (Array.isArray(value)) {
      return value.flatMap((item, index) => this.rangesOf(parameter, { field: `${field}[${index}]`, value: item }, reading))
    }
    if (!isTree(value)) {
      this.refuse(parameter, field, value)
      return []
    }
    this.refuseOthers(parameter, field, value, (name) => reading.names.includes(name) || isIndex(name))
    const inside = reading.inside(value, field)
    if (inside === null) return []
    const bound = (end: BoundName): number | null => {
      const text = value[end]
      if (text === undefined || text === "") return null
      const read = typeof text === "string" ? inside.read(text, end) : null
      if (read === null) this.refuseAs(`${field}[${end}]`, inside.takes, text)
      return read
    }
    const range = { gte: bound("gte"), lte: bound("lte") }
    const items = Object.keys(value).filter(isIndex)
    return [
      ...(range.gte === null && range.lte === null ? [] : [range]),
      ...items.flatMap((key) => this.rangesOf(parameter, { field: `${field}[${key}]`, value: value[key] }, inside))
    ]
  }

  private instants(timezone: string): BoundReading {
    return {
      names: ["gte", "lte", ...zoneNames],
      takes: describedInstant,
      read: (text, end) => readBound(text, end, timezone, this.now),
      inside: (range, field) => {
        const named = zoneNames.find((name) => !isBlank(range[name]))
        if (named === undefined) return this.instants(timezone)
        const zone = oneTextOf(range[named])
        if (zone === timezone) return this.instants(timezone)
        if (zone !== null && isTimezone(zone)) return this.instants(zone)
        this.issues.push(issue("timezone.invalid", `${field}[${named}]`, { origin: originOf(range[named]) }))
        return null
      }
    }
  }
}
