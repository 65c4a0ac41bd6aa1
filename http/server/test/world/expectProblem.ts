import { Problem } from "@agenda-engine/http/api/Problem"
import { expect } from "@effect/vitest"
import * as Schema from "effect/Schema"
import type { Answer } from "./World.js"

/** Whether a body is the one that every failure has. */
export const isProblem = Schema.is(Problem)

/** Expects a failure: its status, its kind, its short text and the shape of its body. */
export const expectProblem = (answer: Answer, status: number, kind: string, message: string) => {
  expect(answer.status, answer.text).toBe(status)
  expect(answer.headers["content-type"]).toBe("application/json")
  expect(isProblem(answer.body), answer.text).toBe(true)
  expect(answer.body).toMatchObject({
    type: `https://agenda.example/problems/${kind}`,
    status,
    success: false,
    message,
    error: message,
    info: {}
  })
}
