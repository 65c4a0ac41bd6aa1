import { joinReads, joinWrites } from "@agenda-engine/sql/database/joinStatements"
import { describe, expect, it } from "@effect/vitest"
import * as FastCheck from "effect/FastCheck"

const tables = ["event", "slot", "term"] as const

/** Statements with the number of their place as bind value. */
const written = FastCheck.array(
  FastCheck.record({
    table: FastCheck.constantFrom(...tables),
    form: FastCheck.constantFrom("INSERT INTO", "UPDATE", "DELETE FROM", "SELECT")
  }),
  { maxLength: 12 }
).map((statements) => statements.map(({ form, table }, place) => ({ table, form, compiled: [`${form} ${table} $1`, [place]] as const })))

/** The parts of a joined statement, each with its bind value. */
const partsOf = ([text, parameters]: readonly [text: string, parameters: ReadonlyArray<unknown>]) =>
  [...text.matchAll(/(INSERT INTO|UPDATE|DELETE FROM|SELECT) (\w+) \$(\d+)/g)].map(([, form, table, number]) => ({
    form,
    table,
    place: Number(parameters[Number(number) - 1])
  }))

describe("joined writes", () => {
  it("run each write once, and those of one table in order, with their own bind values", () => {
    FastCheck.assert(FastCheck.property(written, (statements) => {
      const groups = joinWrites(statements.map(({ compiled }) => compiled)).map(partsOf)
      const parts = groups.flat()
      expect(parts.map(({ place }) => place).sort((a, b) => a - b)).toEqual(statements.map((_, place) => place))
      for (const { form, place, table } of parts) {
        expect({ form, table }).toEqual({ form: statements[place]?.form, table: statements[place]?.table })
      }
      for (const table of tables) {
        const places = parts.flatMap((part) => part.table === table ? [part.place] : [])
        expect(places).toEqual([...places].sort((a, b) => a - b))
      }
      for (const group of groups) expect(new Set(group.map(({ table }) => table)).size).toBe(group.length)
    }))
  })

  it("keep a statement of another form between the writes before and after it", () => {
    FastCheck.assert(FastCheck.property(written, (statements) => {
      const order = joinWrites(statements.map(({ compiled }) => compiled)).flatMap(partsOf)
      for (const [at, { form, place }] of order.entries()) {
        if (form !== "SELECT") continue
        expect(order.slice(0, at).every((before) => before.place < place)).toBe(true)
      }
    }))
  })

  it("take one statement for an event with its rows, two where rows are removed too", () => {
    const texts = joinWrites([
      ["UPDATE agenda_event SET version = $1 WHERE uid = $2", [2, 1]],
      ['DELETE FROM "agenda_slot" WHERE event_uid = $1', [1]],
      ['INSERT INTO "agenda_slot" (event_uid) SELECT $1', [1]],
      ['INSERT INTO "agenda_ext_id" (event_uid) SELECT $1', [1]]
    ])
    expect(texts).toEqual([
      [
        'WITH w0 AS (UPDATE agenda_event SET version = $1 WHERE uid = $2), w1 AS (DELETE FROM "agenda_slot" WHERE event_uid = $3) INSERT INTO "agenda_ext_id" (event_uid) SELECT $4',
        [2, 1, 1, 1]
      ],
      ['INSERT INTO "agenda_slot" (event_uid) SELECT $1', [1]]
    ])
  })
})

describe("joined reads", () => {
  it("return the rows of each statement, none for one without rows", () => {
    const { rowsOf, statement } = joinReads([["SELECT 1 AS one WHERE $1", [true]], ["SELECT 2 AS two WHERE $1", [false]]])
    expect(statement[1]).toEqual([true, false])
    expect(statement[0]).toContain("WHERE $2")
    expect(rowsOf([{ r0: '[{"one":1}]', r1: "[]" }])).toEqual([[{ one: 1 }], []])
  })

  it("read tables, of which each may read those before it", () => {
    const { rowsOf, statement } = joinReads(
      [["SELECT two FROM later WHERE $1", [3]]],
      [["first", ["SELECT $1 AS one", [1]]], ["later", ["SELECT one, $1 AS two FROM first", [2]]]]
    )
    expect(statement).toEqual([
      "WITH first AS MATERIALIZED (SELECT $1 AS one), later AS MATERIALIZED (SELECT one, $2 AS two FROM first) " +
      "SELECT (SELECT coalesce(json_agg(r), '[]')::text FROM (SELECT two FROM later WHERE $3) r) AS r0",
      [1, 2, 3]
    ])
    expect(rowsOf([{ r0: '[{"two":2}]' }])).toEqual([[{ two: 2 }]])
  })
})
