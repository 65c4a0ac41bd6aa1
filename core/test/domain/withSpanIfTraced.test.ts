import { expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Tracer from "effect/Tracer"
import { withSpanIfTraced } from "../../src/domain/withSpanIfTraced.js"

it.effect("withSpanIfTraced adds a span only when a tracer is installed", () =>
  Effect.gen(function*() {
    const native = yield* Effect.tracer
    const tracer = Tracer.make({ context: (run, fiber) => native.context(run, fiber), span: (...options) => native.span(...options) })
    const inside = withSpanIfTraced("Agendas.find")(Effect.option(Effect.currentSpan))
    expect(yield* inside).toEqual(Option.none())
    const seen = yield* Effect.provide(inside, Layer.setTracer(tracer))
    expect(Option.map(seen, ({ name }) => name)).toEqual(Option.some("Agendas.find"))
  }))
