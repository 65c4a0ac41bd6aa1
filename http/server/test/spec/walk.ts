import { expect } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { at } from "../../../test/world/at.js"
import type { WalkCase } from "./cases/walkCases.js"
import type { SpecData } from "./SpecWorld.js"
import { spellings } from "./spellings.js"

const pages_max = 50

/** A cursor as `after` is asked for: a text, or a list of them. */
const askedAfter = (after: unknown): string | ReadonlyArray<string> => Array.isArray(after) ? after.map(String) : String(after)

const expectCursor = (after: unknown, cursor: WalkCase["cursor"]): void => {
  if (cursor === "integer") expect(after).toEqual(expect.any(Number))
  else {
    expect(Array.isArray(after), JSON.stringify(after)).toBe(true)
    const parts: ReadonlyArray<unknown> = Array.isArray(after) ? after : []
    expect(parts.every((part) => cursor === "integers" ? Number.isSafeInteger(part) : typeof part === "string"), JSON.stringify(after))
      .toBe(true)
    if (typeof cursor === "number") expect(parts).toHaveLength(cursor)
  }
}

/**
 * Follows the cursors of a list to the end by pages of this size, each in another spelling, and answers the uids met,
 * in order. Every page has the same total, and a cursor exactly when something is left.
 */
export const walk = ({ as = "ownerless", asked, cursor, items, path, size }: WalkCase, pageSize: number, { world }: SpecData) =>
  Effect.gen(function*() {
    const uids: Array<unknown> = []
    let after: unknown = null
    for (let page = 0; page < pages_max; page++) {
      const query = { ...asked, [size]: String(pageSize), ...(after === null ? {} : { after: askedAfter(after) }) }
      const spelled = spellings(query)
      const queryString = spelled[page % spelled.length]?.[1] ?? ""
      const answer = yield* world.send(`/v2${path}?${queryString}`, { headers: as === "none" ? {} : { ...world.credentials[as] } })
      expect(answer.status, `${queryString}: ${answer.text}`).toBe(200)
      const found: unknown = at(answer.body, items)
      const here = Array.isArray(found) ? found.map((item: unknown) => at(item, "uid")) : []
      uids.push(...here)
      after = at(answer.body, "after")
      const total = Number(at(answer.body, "total"))
      expect(after === null, `${queryString}: ${answer.text}`).toBe(uids.length === total)
      if (after === null) return uids
      expect(here).toHaveLength(pageSize)
      expectCursor(after, cursor)
    }
    throw new Error(`the list does not end: ${path}`)
  })
