import { parseJson } from "@agenda-engine/core/validation/value/parseJson"
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as FastCheck from "effect/FastCheck"
import { parseJsonInSlices } from "../../src/request/parseJsonInSlices.js"

const values_max = 100_000
const members_max = 40_000

const parse = (text: string) =>
  Effect.runPromise(Effect.either(parseJsonInSlices(text, "data", { values_max, members_max, short_chars: 0 })))

/**
 * The outcomes agree, down to the order of members; a text that is wrong twice over may be refused for either fault.
 */
const expectSame = async (text: string) => {
  const whole = parseJson(text, "data")
  const sliced = await parse(text)
  expect(Either.isRight(sliced), text).toBe(Either.isRight(whole))
  if (Either.isRight(whole) && Either.isRight(sliced)) {
    expect(sliced.right).toStrictEqual(whole.right)
    expect(JSON.stringify(sliced.right)).toBe(JSON.stringify(whole.right))
  } else expect(sliced).toMatchObject({ left: { code: "json.invalid", field: "data" } })
}

const tokens = FastCheck.constantFrom(
  "{",
  "}",
  "[",
  "]",
  ",",
  ":",
  '"',
  "\\",
  "1",
  "null",
  '"a":',
  " ",
  "\n",
  "\u00A0",
  "[]",
  '{"a":1}',
  '"__proto__":'
)

describe("parseJsonInSlices", () => {
  it("returns the same as JSON.parse", () =>
    FastCheck.assert(
      FastCheck.asyncProperty(FastCheck.json({ maxDepth: 6 }), FastCheck.integer({ min: 0, max: 3 }), (text, indent) =>
        expectSame(JSON.stringify(JSON.parse(text), null, indent))),
      { numRuns: 1_000 }
    ))

  it.each(["{}", "[]", '{"a":{}}', "[[],[]]"])("parses %s with much white space", async (text) => {
    await expectSame(text.replaceAll(/(?<=[[{])(?=[\]}])/g, " \n".repeat(50)))
    await expectSame(text.replaceAll(/(?<=[[{])(?=[\]}])/g, "\u00A0".repeat(50)))
  })

  it("refuses what JSON.parse refuses", () =>
    FastCheck.assert(
      FastCheck.asyncProperty(FastCheck.json(), FastCheck.nat(), FastCheck.nat(3), tokens, (text, at, cut, token) => {
        const offset = at % (text.length + 1)
        return expectSame(text.slice(0, offset) + token + text.slice(offset + cut))
      }),
      { numRuns: 3_000 }
    ))

  it("refuses random JSON tokens that JSON.parse refuses", () =>
    FastCheck.assert(
      FastCheck.asyncProperty(FastCheck.array(tokens, { maxLength: 12 }), (parts) => expectSame(parts.join(""))),
      { numRuns: 5_000 }
    ))

  it.each([
    '{"a":1[1,2,3,4,5,6,7,8]}',
    '{"__proto__":{"a":[1,2,3,4,5,6,7,8,9]},"b":[1,2,3,4,5]}',
    '{"b":[1,2,3,4,5,6,7,8],"a":[1,2,3,4,5,6,7,8],"b":0,"1":[1,2,3,4,5,6,7]}',
    "[[1,2,3,4,5,6,7],,[1,2,3,4,5,6]]",
    "[[1,2,3,4,5,6,7],]",
    "[,[1,2,3,4,5,6,7]]",
    '[[1,2,3,4,5,6,7]"a"]',
    "[1,2,3,4,5,6,7},{1,2,3,4,5,6]",
    "[1,2,3,4,5],[1,2,3,4,5]",
    "        ",
    "[".repeat(70),
    `${"[".repeat(70)}1${"]".repeat(70)}`,
    `${"[".repeat(60)}1,2,3,4,5${"]".repeat(60)}`
  ])("agrees with JSON.parse on %j", (text) => expectSame(text))

  it("counts the values of a text", async () => {
    const list = JSON.stringify(Array.from({ length: values_max }, () => 0))
    expect(await parse(list)).toEqual(Either.left("TooMany"))
    const short = JSON.stringify(Array.from({ length: values_max - 2 }, () => 0))
    expect(Either.isRight(await parse(short))).toBe(true)
  })

  it("counts the members of an object", async () => {
    const objectOf = (count: number) => JSON.stringify(Object.fromEntries(Array.from({ length: count }, (_, index) => [`m${index}`, 0])))
    expect(await parse(objectOf(members_max + 1))).toEqual(Either.left("TooMany"))
    expect(Either.isRight(await parse(objectOf(members_max)))).toBe(true)
  })
})
