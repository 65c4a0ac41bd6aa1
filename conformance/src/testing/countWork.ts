import * as Effect from "effect/Effect"

const escaped = /\\(?:[pP]\{[^}]*\}|u\{[^}]*\}|u[0-9a-f]{4}|x[0-9a-f]{2}|.)/gi

/**
 * Whether an expression may read the same letters from each of them on: it repeats something without bound, and then
 * needs something else. One that begins at the start of a text, or behind what it looks back for, is read once.
 */
export const rereads = ({ multiline, source, sticky }: RegExp): boolean => {
  let plain = source.replace(escaped, "x").replace(/\[[^\]]*\]/g, "x")
  if (sticky || (plain.startsWith("^") && !multiline) || plain.startsWith("(?<!")) return false
  for (let before = ""; before !== plain;) {
    before = plain
    plain = plain.replace(
      /\((?:\?[:=!]|\?<[=!])?([^()]*)\)([*?]|\{0,\d*\})?/,
      (_, inner: string, optional: string | undefined) => optional === undefined ? inner.replaceAll("|", "x|") : ""
    )
  }
  return plain.split("|").some((branch) => /(?:[+*]|\{\d+,\})\??.*?(?:[^+*?{},\d]$|[^+*?{},\d](?![*?]))/.test(branch))
}

/** Texts are long from this length on. Words are shorter. */
const long_chars_min = 1_000

/** The work of a function. */
export interface Work {
  /** The lengths of all lists and texts that methods went through. */
  readonly visited: number
  /** The expressions that may read the letters of a long text again and again (`rereads`). */
  readonly rereading: ReadonlyArray<string>
}

const lists = ["map", "flatMap", "filter", "find", "findIndex", "some", "every", "includes", "indexOf", "reduce", "join", "toSorted"]
const texts = ["split", "replace", "replaceAll", "match", "normalize", "includes", "indexOf", "toLowerCase", "startsWith"]

type Method = (this: object, ...given: ReadonlyArray<unknown>) => unknown

/** Calls `visit` with what a method is called on, and with what, until the result is called. */
const watch = (prototype: object, name: string, visit: (on: object, given: ReadonlyArray<unknown>) => void): () => void => {
  const descriptor = Object.getOwnPropertyDescriptor(prototype, name) ?? {}
  const method: Method = descriptor.value
  const watched: Method = function(...given) {
    // Methods of texts are called on primitives.
    visit(Object(this), given)
    return Reflect.apply(method, this, given)
  }
  Object.defineProperty(prototype, name, { ...descriptor, value: watched })
  return () => Object.defineProperty(prototype, name, descriptor)
}

const hasLength = (value: object): value is { readonly length: number } => "length" in value && typeof value.length === "number"

/** Begins to count. The result ends it. */
const beginCount = (): () => Work => {
  let visited = 0
  const visit = (on: object): void => {
    visited += hasLength(on) ? on.length : 0
  }
  const expressions = new Map<string, RegExp>()
  const restores = [
    ...lists.map((name) => watch(Array.prototype, name, visit)),
    ...texts.map((name) => watch(String.prototype, name, visit)),
    watch(RegExp.prototype, "exec", (on, [text]) => {
      if (on instanceof RegExp && typeof text === "string" && text.length >= long_chars_min) expressions.set(on.source, on)
    })
  ]
  return () => {
    for (const restore of restores) restore()
    return { visited, rereading: [...expressions.values()].filter(rereads).map(String) }
  }
}

/** Counts the work of a function, which is the same each time: no time is measured. */
export const countWork = (run: () => unknown): Work => {
  const end = beginCount()
  let work: Work
  try {
    run()
  } finally {
    work = end()
  }
  return work
}

/** Counts all work of this process while an effect runs. */
export const countWorkOf = <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<Work, E, R> =>
  Effect.acquireUseRelease(
    Effect.sync(() => {
      const end = beginCount()
      let ended: Work | null = null
      return () => ended ??= end()
    }),
    (end) => Effect.map(effect, end),
    (end) => Effect.sync(end)
  )
