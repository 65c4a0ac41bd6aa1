import type { Schemas } from "./events.js"
import { problemKinds } from "./generated/routes.gen.js"

/** The kinds of problems of the engine; `unknown` when something else answered, such as a proxy. */
export type ProblemKind = (typeof problemKinds)[number] | "unknown"

/** What was refused in a body or a query: its code, the field, and a message. */
export type ProblemItem = Schemas["ProblemItem"]

const isProblem = (body: unknown): body is Schemas["Problem"] =>
  typeof body === "object" && body !== null && "type" in body && typeof body.type === "string" && "errors" in body &&
  Array.isArray(body.errors)

const isExpired = (body: Schemas["Problem"]): body is Schemas["ExpiredCursor"] =>
  "full" in body && typeof body.full === "string" && "next" in body && typeof body.next === "string"

const isKind = (word: string): word is (typeof problemKinds)[number] => problemKinds.some((kind) => kind === word)

const kindOf = ({ type }: Schemas["Problem"]): ProblemKind => {
  const word = type.slice(type.lastIndexOf("/") + 1)
  return isKind(word) ? word : "unknown"
}

/**
 * A response that is no success. Failures of the network are those of `fetch`.
 *
 * @example
 * if (error instanceof ProblemError && error.kind === "validation") show(error.errors)
 */
export class ProblemError extends Error {
  override readonly name = "ProblemError"
  readonly kind: ProblemKind
  /** The HTTP status. */
  readonly status: number
  /** Everything that was refused, not only the first. */
  readonly errors: ReadonlyArray<ProblemItem>
  /** Of an expired cursor of changes: the address of the full list, and the cursor to go on from after it. */
  readonly expired: Pick<Schemas["ExpiredCursor"], "full" | "next"> | null

  constructor(readonly response: Response, body: unknown) {
    super(isProblem(body) ? body.detail : `${response.status} ${response.statusText}`.trim())
    this.kind = isProblem(body) ? kindOf(body) : "unknown"
    this.status = response.status
    this.errors = isProblem(body) ? body.errors : []
    this.expired = isProblem(body) && isExpired(body) ? { full: body.full, next: body.next } : null
  }
}

/** The error as a problem of the engine; null for any other. */
export const problemOf = (error: unknown): ProblemError | null => error instanceof ProblemError ? error : null
