import { expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Tracer from "effect/Tracer"
import { spanned } from "../../src/domain/spanned.js"

it.effect("an effect has a span where a tracer is there to see it, and none where nobody is", () =>
  Effect.gen(function*() {
    const native = yield* Effect.tracer
    const tracer = Tracer.make({ context: (run, fiber) => native.context(run, fiber), span: (...given) => native.span(...given) })
    const inside = spanned("Agendas.find")(Effect.option(Effect.currentSpan))
    expect(yield* inside).toEqual(Option.none())
    const seen = yield* Effect.provide(inside, Layer.setTracer(tracer))
    expect(Option.map(seen, ({ name }) => name)).toEqual(Option.some("Agendas.find"))
  }))
