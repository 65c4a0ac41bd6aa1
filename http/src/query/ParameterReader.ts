import { type Issue, issue } from "@agenda-engine/core/domain/Issue"
import type { Range } from "@agenda-engine/core/query/EventQuery"
import type { ChoiceParameter, FormedParameter, IntegerParameter, Parameter, RangeParameter, TextParameter } from "./Parameter.js"
import { describeAccepted } from "./Parameter.js"
import type { QueryTree, QueryValue } from "./parseQueryString.js"
import { type Bound, readInstant, readZone, utc } from "./readInstant.js"

/** One text of a query string and where it stood. */
interface Leaf {
  /** The parameter under the name that the client used, with its brackets (`date[gte]`). */
  readonly field: string
  readonly text: string
}

const shown_chars_max = 60

const shown = (origin: string): string => {
  const chars = [...origin]
  return JSON.stringify(chars.length > shown_chars_max ? `${chars.slice(0, shown_chars_max).join("")}…` : origin)
}

const indices = /^\d+$/

const isObject = (value: QueryValue): value is QueryTree => typeof value === "object" && !Array.isArray(value)

/** The items of a list; an object whose keys are all positions is one (lists longer than the parser's own bound arrive so). */
const itemsOf = (value: QueryValue): ReadonlyArray<QueryValue> | null => {
  if (Array.isArray(value)) return value
  if (!isObject(value)) return null
  const keys = Object.keys(value)
  return keys.length > 0 && keys.every((key) => indices.test(key)) ? keys.map((key) => value[key]) : null
}

/**
 * Reads the declared parameters out of one query string, collecting every fault on the way (wire.md §2). An empty value is an absent one,
 * unless it is one of the words that the parameter takes.
 * Each method answers undefined when the parameter is absent or none of its values could be read; `issues` tells the two apart.
 */
export class ParameterReader {
  readonly issues: Array<Issue> = []
  constructor(
    private readonly tree: QueryTree,
    private readonly now: number
  ) {}

  /** The values of a list of text. */
  text(parameter: TextParameter): ReadonlyArray<string> | undefined {
    return this.values(parameter, (text) => text)
  }

  /** The one text. */
  oneText(parameter: TextParameter): string | undefined {
    return this.one(parameter, this.text(parameter))
  }

  /** The values of a list of whole numbers. */
  integers(parameter: IntegerParameter): ReadonlyArray<number> | undefined {
    return this.values(parameter, (text) => {
      const value = /^[-+]?\d{1,16}$/.test(text.trim()) ? Number(text) : Number.NaN
      return Number.isSafeInteger(value) && value >= parameter.min && value <= parameter.max ? value : undefined
    })
  }

  /** The one whole number. */
  oneInteger(parameter: IntegerParameter): number | undefined {
    return this.one(parameter, this.integers(parameter))
  }

  /** The values of a list of text of a form. */
  formed<A>(parameter: FormedParameter<A>): ReadonlyArray<A> | undefined {
    return this.values(parameter, parameter.read)
  }

  /** The one text of a form. */
  oneFormed<A>(parameter: FormedParameter<A>): A | undefined {
    return this.one(parameter, this.formed(parameter))
  }

  /** The values of a list of words. */
  choices<A>(parameter: ChoiceParameter<A>): ReadonlyArray<A> | undefined {
    const means = (word: string, text: string) => word === text || (parameter.anyCase === true && word.toLowerCase() === text.toLowerCase())
    return this.values(parameter, (text) => parameter.options.find(([word]) => means(word, text))?.[1])
  }

  /** The one word. */
  choice<A>(parameter: ChoiceParameter<A>): A | undefined {
    return this.one(parameter, this.choices(parameter))
  }

  /** The ranges, of which any may hold. */
  ranges(parameter: RangeParameter): ReadonlyArray<Range> | undefined {
    const ranges = this.named(parameter).flatMap(([name, value]) => this.rangesOf(parameter, name, value, undefined))
    return ranges.length === 0 ? undefined : ranges
  }

  /** Notes that a parameter cannot take what it was given. */
  refuse(parameter: Parameter, field: string, origin: string): void {
    const takes = describeAccepted(parameter)
    this.issues.push(issue("parameter.invalid", field, {
      message: `${field} takes ${takes}, not ${shown(origin)}`,
      origin,
      info: { takes }
    }))
  }

  private named(parameter: Parameter): ReadonlyArray<readonly [string, QueryValue]> {
    return [parameter.name, ...parameter.aliases].flatMap((name) => {
      const value = this.tree[name]
      return value === undefined ? [] : [[name, value] as const]
    })
  }

  private leaves(parameter: Parameter): ReadonlyArray<Leaf> {
    return this.named(parameter).flatMap(([field, value]) =>
      (itemsOf(value) ?? [value]).flatMap((item) => {
        if (typeof item === "string") return [{ field, text: item }]
        if (item !== undefined) this.refuse(parameter, field, JSON.stringify(item))
        return []
      })
    )
  }

  private values<A>(parameter: Parameter, read: (text: string) => A | undefined): ReadonlyArray<A> | undefined {
    const emptyMeans = parameter.kind === "choice" && parameter.options.some(([word]) => word === "")
    const values: Array<A> = []
    for (const { field, text } of this.leaves(parameter)) {
      if (text === "" && !emptyMeans) continue
      const value = read(text)
      if (value === undefined) this.refuse(parameter, field, text)
      else values.push(value)
    }
    return values.length === 0 ? undefined : values
  }

  private one<A>(parameter: Parameter, values: ReadonlyArray<A> | undefined): A | undefined {
    if (values === undefined) return undefined
    if (new Set(values).size > 1) {
      this.issues.push(issue("parameter.invalid", parameter.name, {
        message: `${parameter.name} takes one value`,
        origin: JSON.stringify(this.named(parameter).map(([, value]) => value)),
        info: { takes: describeAccepted(parameter) }
      }))
      return undefined
    }
    return values[0]
  }

  private rangesOf(parameter: RangeParameter, field: string, value: QueryValue, zoneName: string | undefined): ReadonlyArray<Range> {
    if (value === undefined || value === "") return []
    if (Array.isArray(value)) return value.flatMap((item, index) => this.rangesOf(parameter, `${field}[${index}]`, item, zoneName))
    if (!isObject(value)) {
      this.refuse(parameter, field, value)
      return []
    }
    const tz = typeof value["tz"] === "string" && value["tz"] !== "" ? value["tz"] : zoneName
    const keys = Object.keys(value)
    const items = keys.filter((key) => indices.test(key))
    for (const key of keys) {
      if (key !== "gte" && key !== "lte" && key !== "tz" && !indices.test(key)) {
        this.refuse(parameter, `${field}[${key}]`, JSON.stringify(value[key]))
      }
    }
    const zone = tz === undefined ? utc : readZone(tz)
    if (zone === null) {
      if (tz !== zoneName) this.issues.push(issue("timezone.invalid", `${field}[tz]`, { origin: tz ?? "" }))
      return []
    }
    const bound = (end: Bound): number | null => {
      const text = value[end]
      if (text === undefined || text === "") return null
      const instant = typeof text === "string" ? readInstant(text, end, zone, this.now) : null
      if (instant === null) this.refuse(parameter, `${field}[${end}]`, typeof text === "string" ? text : JSON.stringify(text))
      return instant
    }
    const range = { gte: bound("gte"), lte: bound("lte") }
    return [
      ...(range.gte === null && range.lte === null ? [] : [range]),
      ...items.flatMap((key) => this.rangesOf(parameter, `${field}[${key}]`, value[key], tz))
    ]
  }
}
