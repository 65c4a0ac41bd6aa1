import * as DateTime from "effect/DateTime"
import type * as Effect from "effect/Effect"
import * as Option from "effect/Option"

/** An ISO instant as epoch milliseconds; NaN when it is none. */
export const instantOf = (value: unknown): number =>
  typeof value === "string" ? Option.getOrElse(Option.map(DateTime.make(value), DateTime.toEpochMillis), () => Number.NaN) : Number.NaN

/** The value at a path of names and positions, or undefined. */
export const at = (value: unknown, ...path: ReadonlyArray<string | number>): unknown => {
  let found = value
  for (const name of path) {
    if (typeof found !== "object" || found === null) return undefined
    found = Object.entries(found).find(([key]) => key === String(name))?.[1]
  }
  return found
}

/** A response as a client reads it. */
export interface Answer {
  readonly status: number
  /** By names in lower case. */
  readonly headers: { readonly [name: string]: string | ReadonlyArray<string> | undefined }
  readonly text: string
  /** The text read as JSON; undefined when it is none. */
  readonly body: unknown
}

/** What a request is sent with. */
export interface Call {
  /** Default: GET. */
  readonly method?: string
  readonly headers?: { readonly [name: string]: string }
  /** A text as it is; anything else is sent as JSON. */
  readonly body?: unknown
}

/** Sends a request to the server under test. The path begins with `/` and holds the query string. */
export type Send<E = never> = (path: string, call?: Call) => Effect.Effect<Answer, E>
