import { expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Tracer from "effect/Tracer"
import * as SqliteDatabase from "../../src/SqliteDatabase.js"

it.scopedLive("a statement has a span only with a tracer, and the same rows without one", () =>
  Effect.gen(function*() {
    const { sql } = yield* SqliteDatabase.open(":memory:")
    const native = yield* Effect.tracer
    const seen: Array<readonly [name: string, text: unknown]> = []
    const tracer = Tracer.make({
      context: (run, fiber) => native.context(run, fiber),
      span: (...given) => {
        const span = native.span(...given)
        const end = span.end.bind(span)
        span.end = (...at) => (seen.push([span.name, span.attributes.get("db.query.text")]), end(...at))
        return span
      }
    })
    const asked = sql`SELECT ${1} AS one`
    expect(yield* asked).toEqual([{ one: 1 }])
    expect(seen).toEqual([])
    expect(yield* Effect.provide(asked, Layer.setTracer(tracer))).toEqual([{ one: 1 }])
    expect(seen).toEqual([["sql.execute", "SELECT ? AS one"]])
  }))
