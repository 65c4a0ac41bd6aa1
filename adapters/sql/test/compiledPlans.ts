import type { Dialect } from "@agenda-engine/sql/database/Dialect"
import type { Row } from "@effect/sql/SqlConnection"
import * as Statement from "@effect/sql/Statement"
import * as Effect from "effect/Effect"
import { describe, expect, it } from "vitest"
import { compiledShapes } from "./compiledShapes.js"
import { compileListShape, type ListShape, listShapes } from "./listShapes.js"

const isShape = (name: string): name is ListShape => name in listShapes

const textsOf = (statements: ReadonlyArray<Statement.Statement<Row>>): ReadonlyArray<string> =>
  statements.flatMap((statement) => {
    const [sql, parameters] = statement.compile()
    return [sql.replaceAll(/\$\d+/g, "?"), JSON.stringify(parameters)]
  })

/** Compares what a dialect compiles list shapes to with the expected statements. */
export const testCompiledShapes = (name: "sqlite" | "postgres", dialect: Dialect, compiler: Statement.Compiler): void => {
  const context = { dialect, sql: Statement.make(Effect.dieMessage("nothing is run here"), compiler, [], undefined) }
  describe("compilePlan", () => {
    it.each(Object.keys(listShapes).filter(isShape))("%s", (shape) => {
      expect(textsOf(compileListShape(context, shape))).toEqual(
        compiledShapes[shape].map((text) => typeof text === "string" ? text : text[name])
      )
    })
  })
}
