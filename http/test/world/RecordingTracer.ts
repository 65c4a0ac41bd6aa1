import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Tracer from "effect/Tracer"

/** A tracer that keeps its spans. */
export interface RecordingTracer {
  readonly tracer: Tracer.Tracer
  /** Removes the kept spans and returns them in the order of their starts. */
  readonly take: () => ReadonlyArray<Tracer.Span>
}

/** Makes a tracer that records nothing yet. */
export const makeRecordingTracer: Effect.Effect<RecordingTracer> = Effect.map(Effect.tracer, (native) => {
  let spans: Array<Tracer.Span> = []
  return {
    tracer: Tracer.make({
      context: (run, fiber) => native.context(run, fiber),
      span: (...options) => {
        const span = native.span(...options)
        spans.push(span)
        return span
      }
    }),
    take: () => {
      const taken = spans
      spans = []
      return taken
    }
  }
})

/** The names of a span and its ancestors, from the inside out; spans of other processes are `external`. */
export const ancestry = (span: Tracer.AnySpan): ReadonlyArray<string> =>
  span._tag === "ExternalSpan" ? ["external"] : [span.name, ...Option.match(span.parent, { onNone: () => [], onSome: ancestry })]

/** The spans without a parent in this process. */
export const rootsOf = (spans: ReadonlyArray<Tracer.Span>): ReadonlyArray<Tracer.Span> =>
  spans.filter(({ parent }) => Option.isNone(parent) || parent.value._tag === "ExternalSpan")
