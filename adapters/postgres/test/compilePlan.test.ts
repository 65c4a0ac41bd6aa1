import { compileListShape, type ListShape, listShapes } from "@agenda-engine/sql/testing/listShapes"
import * as PgClient from "@effect/sql-pg/PgClient"
import * as Statement from "@effect/sql/Statement"
import * as Effect from "effect/Effect"
import { describe, expect, it } from "vitest"
import { postgresDialect } from "../src/postgresDialect.js"
import { compiledShapes } from "./compiledShapes.js"

const words = {
  dialect: postgresDialect,
  sql: Statement.make(Effect.dieMessage("nothing is run here"), PgClient.makeCompiler(), [], undefined)
}

const isShape = (name: string): name is ListShape => name in listShapes

describe("compilePlan", () => {
  it.each(Object.keys(listShapes).filter(isShape))("%s", (shape) => {
    const texts = compileListShape(words, shape).map((statement) => {
      const [sql, parameters] = statement.compile()
      return [sql, JSON.stringify(parameters)]
    })
    expect(texts).toEqual(compiledShapes[shape])
  })
})
