import { describe, expect, it } from "@effect/vitest"
import * as FastCheck from "effect/FastCheck"
import { matchSlots } from "../../../src/derive/dates/matchSlots.js"

type Row = readonly [id: string | null, begin: number, end: number]

const slots = (rows: ReadonlyArray<readonly [string, number, number]>) => rows.map(([id, begin, end]) => ({ id, begin, end }))
const written = (rows: ReadonlyArray<Row>) => rows.map(([id, begin, end]) => ({ id, begin, end }))

const stored = slots([["aaaaa", 10, 20], ["bbbbb", 30, 40], ["ccccc", 50, 60]])

describe("matchSlots", () => {
  it.each<[string, ReadonlyArray<Row>, ReadonlyArray<Row>, ReadonlyArray<string>]>([
    [
      "the same by id",
      [["aaaaa", 10, 20], ["bbbbb", 30, 40], ["ccccc", 50, 60]],
      [["aaaaa", 10, 20], ["bbbbb", 30, 40], ["ccccc", 50, 60]],
      []
    ],
    ["by id, whatever the times", [["ccccc", 1, 2], ["aaaaa", 70, 80], ["bbbbb", 30, 40]], [
      ["ccccc", 1, 2],
      ["bbbbb", 30, 40],
      ["aaaaa", 70, 80]
    ], []],
    ["by begin and end", [[null, 50, 60], [null, 10, 20], [null, 30, 40]], [["aaaaa", 10, 20], ["bbbbb", 30, 40], ["ccccc", 50, 60]], []],
    ["by begin", [[null, 10, 25]], [["aaaaa", 10, 25]], ["bbbbb", "ccccc"]],
    ["never by end", [[null, 5, 20]], [[null, 5, 20]], ["aaaaa", "bbbbb", "ccccc"]],
    ["an id goes before the times of another", [["aaaaa", 30, 40], [null, 10, 20]], [[null, 10, 20], ["aaaaa", 30, 40]], [
      "bbbbb",
      "ccccc"
    ]],
    ["a new slot keeps the id that came with it", [["zzzzz", 70, 80], ["aaaaa", 10, 20]], [["aaaaa", 10, 20], ["zzzzz", 70, 80]], [
      "bbbbb",
      "ccccc"
    ]],
    ["an unknown id is no match by time", [["zzzzz", 10, 20]], [["zzzzz", 10, 20]], ["aaaaa", "bbbbb", "ccccc"]],
    ["a retired id is not given again, nor matched by time", [["xxxxx", 10, 20]], [[null, 10, 20]], ["aaaaa", "bbbbb", "ccccc"]],
    ["all gone", [], [], ["aaaaa", "bbbbb", "ccccc"]]
  ])("%s", (_label, rows, matched, gone) => {
    expect(matchSlots(stored, ["xxxxx"], written(rows))).toEqual({ slots: written(matched), retired: ["xxxxx", ...gone], issues: [] })
  })

  it("a match by begin and end takes precedence over a match by begin", () => {
    const both = written([[null, 10, 15], [null, 10, 20]])
    expect(matchSlots(stored, [], both).slots).toEqual(written([[null, 10, 15], ["aaaaa", 10, 20]]))
  })

  it("a repeated id is a duplicate issue", () => {
    const { issues, slots: matched } = matchSlots(stored, [], written([["aaaaa", 10, 20], ["aaaaa", 30, 40]]))
    expect(issues).toMatchObject([{ code: "duplicate", field: "timings[1].id", index: 1, origin: "aaaaa" }])
    expect(matched.map(({ id }) => id)).toEqual(["aaaaa", null])
  })

  const ids = ["aaaaa", "bbbbb", "ccccc", "ddddd", "eeeee", "fffff"]
  const id = FastCheck.constantFrom(...ids)
  const time = FastCheck.tuple(FastCheck.integer({ min: 0, max: 20 }), FastCheck.integer({ min: 1, max: 3 }))
  const storedSlots = FastCheck.uniqueArray(FastCheck.tuple(id, time), { selector: ([name]) => name, maxLength: 4 })
  const entries = FastCheck.array(FastCheck.tuple(FastCheck.option(id), time), { maxLength: 8 })

  it("ids are distinct and not retired, and every stored id is used or retired", () => {
    FastCheck.assert(FastCheck.property(storedSlots, entries, (rows, writtenRows) => {
      const before = rows.map(([name, [begin, length]]) => ({ id: name, begin, end: begin + length }))
      const retired = ids.slice(4).filter((name) => before.every((slot) => slot.id !== name))
      const entered = writtenRows.map(([name, [begin, length]]) => ({ id: name, begin, end: begin + length }))
      const { retired: after, slots: matched } = matchSlots(before, retired, entered)
      const named = matched.flatMap((slot) => slot.id === null ? [] : [slot.id])
      expect(matched).toHaveLength(entered.length)
      expect(new Set(named).size).toBe(named.length)
      expect(named.filter((name) => after.includes(name))).toEqual([])
      for (const slot of before) expect([...named, ...after]).toContain(slot.id)
      expect(matched.map(({ begin }) => begin)).toEqual(matched.map(({ begin }) => begin).sort((a, b) => a - b))
    }))
  })

  it("writing the result back changes nothing", () => {
    FastCheck.assert(FastCheck.property(storedSlots, (rows) => {
      const before = rows.map(([name], index) => ({ id: name, begin: index * 10, end: index * 10 + 5 }))
      const expected = { slots: before, retired: ["xxxxx"], issues: [] }
      expect(matchSlots(before, ["xxxxx"], before)).toEqual(expected)
      expect(matchSlots(before, ["xxxxx"], before.map((slot) => ({ ...slot, id: null })))).toEqual(expected)
    }))
  })
})
