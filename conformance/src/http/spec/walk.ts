import * as Effect from "effect/Effect"
import { ConformanceFailure } from "../../ConformanceFailure.js"
import { at } from "../answer/Answer.js"
import { shown } from "../answer/mismatch.js"
import { Missing } from "../run/CaseFailure.js"
import { spellings } from "../spelling/spellings.js"
import type { WalkCase } from "./cases/walkCases.js"
import { narrowed } from "./checkSpec.js"
import { itemsOf } from "./SpecCase.js"
import { type SpecData, withUids } from "./SpecData.js"

/** A cursor as `after` is asked for: a text, or a list of them. */
const askedAfter = (after: unknown): string | ReadonlyArray<string> => Array.isArray(after) ? after.map(String) : String(after)

const cursorFault = (after: unknown, cursor: WalkCase["cursor"]): string | null => {
  if (cursor === "integer") return Number.isSafeInteger(after) ? null : `the cursor is no integer: ${shown(after)}`
  if (!Array.isArray(after)) return `the cursor is no list: ${shown(after)}`
  const isPart = (part: unknown): boolean => cursor === "integers" ? Number.isSafeInteger(part) : typeof part === "string"
  if (!after.every(isPart)) return `the cursor has a part of another type: ${shown(after)}`
  return typeof cursor === "number" && after.length !== cursor ? `the cursor has not ${cursor} parts: ${shown(after)}` : null
}

/**
 * Follows the cursors of a list to the end by pages of this size, each in another spelling, and answers the uids met,
 * in order. Every page has the same total, and a cursor exactly when something is left.
 */
export const walk = <E>(
  { as = "ownerless", asked, clause, cursor, items, path, size }: WalkCase,
  pageSize: number,
  data: SpecData<E>
): Effect.Effect<ReadonlyArray<unknown>, ConformanceFailure | Missing | E> =>
  Effect.gen(function*() {
    const headers = data.headersOf(as)
    if (headers === null) return yield* new Missing({ needs: `the credential ${as}` })
    const uids: Array<unknown> = []
    let after: unknown = null
    let pages_max = 1
    for (let page = 0; page < pages_max; page++) {
      const query = { ...narrowed(data, path, asked), [size]: String(pageSize), ...(after === null ? {} : { after: askedAfter(after) }) }
      const spelled = spellings(query)
      const request = `/v2${withUids(data)(path)}?${spelled[page % spelled.length]?.[1] ?? ""}`
      const answer = yield* data.send(request, { headers })
      const fail = (actual: string) => new ConformanceFailure({ what: `GET ${request}`, expected: clause, actual })
      if (answer.status !== 200) return yield* fail(`the status ${answer.status} with ${answer.text}`)
      const here = itemsOf(answer.body, items).map((item) => at(item, "uid"))
      uids.push(...here)
      after = at(answer.body, "after")
      const total = Number(at(answer.body, "total"))
      if (page === 0) pages_max = Math.ceil(total / pageSize) + 1
      if ((after === null) !== (uids.length === total)) {
        return yield* fail(`after is ${shown(after)} when ${uids.length} of ${total} were met`)
      }
      if (after === null) return uids
      if (here.length !== pageSize) return yield* fail(`a page of ${here.length} items before the last`)
      const fault = cursorFault(after, cursor)
      if (fault !== null) return yield* fail(fault)
    }
    return yield* new ConformanceFailure({ what: `GET ${path}`, expected: `an end within ${pages_max} pages`, actual: "none" })
  })

/**
 * Walks a list whole, then by pages of these sizes, but of fewer items than it has: each item is met once, in the same
 * order.
 */
export const checkWalk = <E>(
  one: WalkCase,
  sizes: ReadonlyArray<number>,
  data: SpecData<E>
): Effect.Effect<void, ConformanceFailure | Missing | E> =>
  Effect.gen(function*() {
    const whole = yield* walk(one, 100, data)
    const fail = (expected: unknown, actual: unknown) =>
      new ConformanceFailure({ what: `the walk of ${one.path} ${shown(one.asked)}`, expected, actual })
    if (whole.length < 2) return yield* fail("at least two items", whole)
    if (new Set(whole).size !== whole.length) return yield* fail("each item once", whole)
    for (const size of sizes) {
      const met = yield* walk(one, Math.min(size, whole.length - 1), data)
      if (met.length !== whole.length || met.some((uid, index) => uid !== whole[index])) {
        return yield* fail(whole, met)
      }
    }
  })
