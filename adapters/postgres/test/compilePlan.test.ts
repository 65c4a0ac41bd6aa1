import { compileListShape, type ListShape, listShapes } from "@agenda-engine/sql/testing/listShapes"
import { compileTicketPlan, type TicketPlan, ticketPlans } from "@agenda-engine/sql/testing/ticketPlans"
import * as PgClient from "@effect/sql-pg/PgClient"
import type { Row } from "@effect/sql/SqlConnection"
import * as Statement from "@effect/sql/Statement"
import * as Effect from "effect/Effect"
import { describe, expect, it } from "vitest"
import { postgresDialect } from "../src/postgresDialect.js"
import { compiledShapes } from "./compiledShapes.js"
import { compiledTicketPlans } from "./compiledTicketPlans.js"

const words = {
  dialect: postgresDialect,
  sql: Statement.make(Effect.dieMessage("nothing is run here"), PgClient.makeCompiler(), [], undefined)
}

const isShape = (name: string): name is ListShape => name in listShapes

const isTicketPlan = (name: string): name is TicketPlan => name in ticketPlans

const textsOf = (statements: ReadonlyArray<Statement.Statement<Row>>) =>
  statements.map((statement) => {
    const [sql, parameters] = statement.compile()
    return [sql, JSON.stringify(parameters)]
  })

describe("compilePlan", () => {
  it.each(Object.keys(listShapes).filter(isShape))("%s", (shape) => {
    expect(textsOf(compileListShape(words, shape))).toEqual(compiledShapes[shape])
  })

  it.each(Object.keys(ticketPlans).filter(isTicketPlan))("%s", (name) => {
    expect(textsOf(compileTicketPlan(words, name))).toEqual(compiledTicketPlans[name])
  })
})
