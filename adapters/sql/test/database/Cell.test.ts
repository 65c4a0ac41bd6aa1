import type { Row } from "@effect/sql/SqlConnection"
import { describe, expect, it } from "vitest"
import * as Cell from "../../src/database/Cell.js"

const row = (cell: unknown): Row => ({ cell })

describe("a cell", () => {
  it.each<[name: string, read: (row: Row, column: string) => unknown, cell: unknown, value: unknown]>([
    ["an integer of SQLite", Cell.integer, 7, 7],
    ["a 64-bit integer of Postgres, as text", Cell.integer, "-9007199254740991", Number.MIN_SAFE_INTEGER],
    ["an integer of a host's parser", Cell.integer, 1_700_000_000_000n, 1_700_000_000_000],
    ["no integer", Cell.integerOrNull, null, null],
    ["a number", Cell.realOrNull, 48.390394, 48.390394],
    ["no number", Cell.realOrNull, null, null],
    ["a text", Cell.text, "", ""],
    ["no text", Cell.textOrNull, null, null],
    ["a flag that is set", Cell.flag, 1, true],
    ["a flag that is not", Cell.flag, "0", false],
    ["an empty list", Cell.texts, "[]", []],
    ["a list of texts", Cell.texts, '["a","b"]', ["a", "b"]],
    ["no list of texts", Cell.textsOrNull, null, null],
    ["a list of integers", Cell.integersOrNull, "[1,2]", [1, 2]],
    ["no list of integers", Cell.integersOrNull, null, null]
  ])("holds %s", (_, read, cell, value) => {
    expect(read(row(cell), "cell")).toEqual(value)
  })

  it.each<[name: string, read: (row: Row, column: string) => unknown, cell: unknown]>([
    ["an integer that is none", Cell.integer, 1.5],
    ["an integer past what a number says exactly", Cell.integer, "9007199254740993"],
    ["an integer of a host's parser that is too large", Cell.integer, 9_007_199_254_740_993n],
    ["an integer that is an empty text", Cell.integer, ""],
    ["an integer that is missing", Cell.integer, undefined],
    ["an integer that is null", Cell.integer, null],
    ["a number that is a text", Cell.realOrNull, "48.39"],
    ["a text that is a number", Cell.text, 7],
    ["a flag that is neither", Cell.flag, 2],
    ["a list that is no JSON", Cell.texts, '["a"'],
    ["a list of something else", Cell.texts, "[1]"],
    ["a list of fractions", Cell.integersOrNull, "[1.5]"]
  ])("refuses %s", (_, read, cell) => {
    expect(() => read(row(cell), "cell")).toThrow()
  })

  it("is read as it was written", () => {
    expect([Cell.flagCell(true), Cell.flagCell(false), Cell.listCellOrNull(null), Cell.listCellOrNull([1, 2])]).toEqual([
      1,
      0,
      null,
      "[1,2]"
    ])
  })
})
