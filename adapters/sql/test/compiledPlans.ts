import type { Dialect } from "@agenda-engine/sql/database/Dialect"
import { compileListShape, type ListShape, listShapes } from "@agenda-engine/sql/testing/listShapes"
import type { Row } from "@effect/sql/SqlConnection"
import * as Statement from "@effect/sql/Statement"
import * as Effect from "effect/Effect"
import { describe, expect, it } from "vitest"

/** A statement's text, and its parameters as JSON. */
export type CompiledText = readonly [sql: string, parameters: string]

/** The statements that a dialect compiles each list shape to. */
export type CompiledShapes = { readonly [S in ListShape]: ReadonlyArray<CompiledText> }

const isShape = (name: string): name is ListShape => name in listShapes

const textsOf = (statements: ReadonlyArray<Statement.Statement<Row>>) =>
  statements.map((statement) => {
    const [sql, parameters] = statement.compile()
    return [sql, JSON.stringify(parameters)]
  })

/** Compares what a dialect compiles list shapes to with these statements. */
export const testCompiledShapes = (dialect: Dialect, compiler: Statement.Compiler, shapes: CompiledShapes): void => {
  const context = { dialect, sql: Statement.make(Effect.dieMessage("nothing is run here"), compiler, [], undefined) }
  describe("compilePlan", () => {
    it.each(Object.keys(listShapes).filter(isShape))("%s", (shape) => {
      expect(textsOf(compileListShape(context, shape))).toEqual(shapes[shape])
    })
  })
}
