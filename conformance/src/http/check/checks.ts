import * as Effect from "effect/Effect"
import * as Random from "effect/Random"
import { ConformanceFailure, isConformanceFailure } from "../../ConformanceFailure.js"
import { type Answer, at, type Call } from "../answer/Answer.js"
import { mismatch, shown } from "../answer/mismatch.js"
import { type CaseFailure, Missing } from "../run/CaseFailure.js"
import type { HttpTarget } from "../run/HttpTarget.js"
import { itemsOf } from "../spec/SpecCase.js"

/** A text of eight letters and digits that no other run has: keys, slugs and external ids of runs must differ. */
export const freshText: Effect.Effect<string> = Effect.map(
  Random.nextIntBetween(36 ** 7, 36 ** 8),
  (number) => number.toString(36)
)

/** Fails with what was expected and what was found. */
export const fail = (what: string, expected: unknown, actual: unknown) => new ConformanceFailure({ what, expected, actual })

/** Fails unless it holds. */
export const check = (holds: boolean, what: string, expected: unknown, actual: unknown): Effect.Effect<void, ConformanceFailure> =>
  holds ? Effect.void : fail(what, expected, actual)

/** Fails unless a value holds this, or is exactly this. */
export const checkLike = (what: string, actual: unknown, expected: unknown, exact = false): Effect.Effect<void, ConformanceFailure> => {
  const found = mismatch(actual, expected, { exact, filled: (text) => text, moved: (text) => text }, what)
  return found === null ? Effect.void : fail(what, "as the clause says", found)
}

/** A path whose list of events is narrowed to the sample, unless it names uids. */
const narrowedPath = ({ agenda, scope }: HttpTarget, path: string): Effect.Effect<string> => {
  const [list, query = ""] = path.split("?", 2)
  const isList = [`/v2/agendas/${agenda}/events`, "/v2/events"].includes((list ?? "").replace(/\/$/, ""))
  if (!isList || [...new URLSearchParams(query)].some(([name, value]) => /^uid(\[|$)/.test(name) && value !== "")) {
    return Effect.succeed(path)
  }
  return Effect.map(scope, (uids) => uids === "" ? path : `${path}${path.includes("?") ? "&" : "?"}${uids}`)
}

/** Sends a request with the read key, unless it brings its own headers. */
export const ask = (target: HttpTarget, path: string, call: Call = {}): Effect.Effect<Answer, CaseFailure> =>
  Effect.flatMap(
    (call.method ?? "GET") === "GET" || call.method === "HEAD" ? narrowedPath(target, path) : Effect.succeed(path),
    (narrowed) => target.send(narrowed, { ...call, headers: call.headers ?? target.key })
  )

/** Sends a request that must be answered with this status. */
export const askFor = (target: HttpTarget, status: number, path: string, call: Call = {}): Effect.Effect<Answer, CaseFailure> =>
  Effect.tap(
    ask(target, path, call),
    (answer) =>
      check(
        answer.status === status,
        `${call.method ?? "GET"} ${path}`,
        `status ${status}`,
        `status ${answer.status} with ${answer.text.slice(0, 300)}`
      )
  )

/** Sends a request that must be refused with this status and the body of a failure (wire.md §4). */
export const askRefused = (target: HttpTarget, status: number, path: string, call: Call = {}): Effect.Effect<Answer, CaseFailure> =>
  Effect.tap(askFor(target, status, path, call), ({ body, headers }) =>
    Effect.zipRight(
      checkLike(`the body of ${path}`, body, { status, success: false, message: at(body, "error"), info: {} }),
      check(
        typeof at(body, "type") === "string" && typeof at(body, "title") === "string" && typeof at(body, "message") === "string"
          && String(headers["content-type"]).startsWith("application/json"),
        `the failure of ${path}`,
        "application/json with the texts type, title and message",
        `${String(headers["content-type"])}: ${shown(body)}`
      )
    ))

/**
 * Runs a check of requests whose answers other clients may change in between, up to five times: one of them must hold.
 */
export const undisturbed = <A>(run: Effect.Effect<A, CaseFailure>): Effect.Effect<A, CaseFailure> =>
  Effect.retry(run, { times: 4, while: isConformanceFailure })

/** A page of events. */
export interface Page {
  readonly answer: Answer
  readonly events: ReadonlyArray<unknown>
  readonly uids: ReadonlyArray<number>
  readonly total: number
  /** The cursor; null: nothing is left. */
  readonly after: ReadonlyArray<string> | null
}

/** The uid of an item. */
export const uidAt = (item: unknown): number => Number(at(item, "uid"))

/** Reads a page of events at a path below `/v2`; it must be answered 200. */
export const pageAt = (target: HttpTarget, path: string, query: string): Effect.Effect<Page, CaseFailure> =>
  Effect.map(askFor(target, 200, `/v2${path}${query === "" ? "" : `?${query}`}`), (answer) => {
    const events = itemsOf(answer.body, "events")
    const after = at(answer.body, "after")
    return {
      answer,
      events,
      uids: events.map(uidAt),
      total: Number(at(answer.body, "total")),
      after: Array.isArray(after) ? after.map(String) : null
    }
  })

/** The list of events of the agenda, below `/v2`. */
export const eventsPath = ({ agenda }: HttpTarget): string => `/agendas/${agenda}/events`

/** Reads a page of events of the agenda. */
export const page = (target: HttpTarget, query: string): Effect.Effect<Page, CaseFailure> => pageAt(target, eventsPath(target), query)

/** The parameters that ask for the page after a cursor. */
export const afterQuery = (after: ReadonlyArray<string>): string => after.map((part) => `after[]=${encodeURIComponent(part)}`).join("&")

/** Fails with `Missing` unless it holds. */
export const need = (holds: boolean, needs: string): Effect.Effect<void, Missing> => holds ? Effect.void : new Missing({ needs })

/** The sample, which must have this many events. */
export const sampleOf = (target: HttpTarget, events_min = 1) =>
  Effect.tap(target.sample, ({ events }) => need(events.length >= events_min, `an agenda with ${events_min} published events or more`))

/** Fails unless two lists of uids hold the same, in whatever order. */
export const checkSame = (
  what: string,
  actual: ReadonlyArray<number>,
  expected: ReadonlyArray<number>
): Effect.Effect<void, ConformanceFailure> => {
  const missing = expected.filter((uid) => !actual.includes(uid))
  const extra = actual.filter((uid) => !expected.includes(uid))
  return check(
    missing.length === 0 && extra.length === 0 && actual.length === new Set(actual).size,
    what,
    `${expected.length} events`,
    `${actual.length} events; missing ${shown(missing.slice(0, 10))}, not matching ${shown(extra.slice(0, 10))}`
  )
}

/** Fails unless a list is in this order. */
export const checkOrder = (
  what: string,
  actual: ReadonlyArray<number>,
  expected: ReadonlyArray<number>
): Effect.Effect<void, ConformanceFailure> => {
  const index = expected.findIndex((uid, position) => actual[position] !== uid)
  return check(
    index < 0 && actual.length === expected.length,
    what,
    `${expected.length} events${index < 0 ? "" : `, ${expected[index]} at position ${index}`}`,
    `${actual.length} events${index < 0 ? "" : `, ${actual[index]} at position ${index}`}`
  )
}
