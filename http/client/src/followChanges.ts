import type { Schemas } from "./events.js"
import { persist } from "./persist.js"
import { problemOf } from "./ProblemError.js"

/** A page of changes. */
export type ChangePage = Schemas["ChangePage"]

/** A change, with the cursor to store when it is handled; null: where the reading began, at the oldest change. */
export type FollowedChange = Schemas["Change"] & { readonly next: string | null }

/** Which changes are followed. */
export interface ChangesRequest {
  /** One agenda; without it, the public agendas, and with a token those of its user. */
  readonly agendaUid?: number | undefined
  /** The `next` of the last change that was handled, or `now`; absent: from the oldest change. */
  readonly after?: string | undefined
  /** The kinds of changes, and how their events are shown. */
  readonly query?: Omit<Schemas["ListChangesQuery"], "after" | "wait"> | undefined
  /** Ends the reading. */
  readonly signal?: AbortSignal | undefined
}

/** Reads a page of changes. */
export type ReadChanges = (request: {
  readonly query: Schemas["ListChangesQuery"]
  readonly signal?: AbortSignal | undefined
}) => Promise<ChangePage>

/** Seconds that the server waits for a change. */
const wait_seconds = 50

/** Whether the same request may succeed later: the network failed, or the server is busy or restarts. */
export const isTransient = (error: unknown): boolean => {
  const problem = problemOf(error)
  return problem === null ? error instanceof TypeError : problem.status === 429 || problem.status >= 500
}

/** The pages of changes, forever. */
export async function* pagesOf(read: ReadChanges, { after, query = {}, signal }: ChangesRequest): AsyncGenerator<ChangePage> {
  let next = after
  while (true) {
    const asked = { ...query, ...(next === undefined ? {} : { after: next }), wait: wait_seconds }
    const page = await persist(() => read({ query: asked, signal }), isTransient, signal)
    next = page.next
    yield page
  }
}

/**
 * Follows changes forever, also through restarts of the server. An expired cursor rejects with `ProblemError` of kind
 * `cursor-expired`, whose `expired` says how to go on.
 */
export async function* followChanges(read: ReadChanges, request: ChangesRequest): AsyncGenerator<FollowedChange> {
  let reached = request.after === undefined || request.after === "now" ? null : request.after
  for await (const { changes, next } of pagesOf(read, request)) {
    for (const [index, change] of changes.entries()) yield { ...change, next: index === changes.length - 1 ? next : reached }
    reached = next
  }
}
