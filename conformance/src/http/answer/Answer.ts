import type * as Effect from "effect/Effect"

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
