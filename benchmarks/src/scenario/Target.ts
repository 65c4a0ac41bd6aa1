import * as Schema from "effect/Schema"

/** The measure compared per round: responses per second, milliseconds, microseconds or bytes. */
export const Measure = Schema.Literal("perSecond", "p50_ms", "p99_ms", "max_ms", "cpu_us", "anonymous_bytes")
/** The measure compared. */
export type Measure = typeof Measure.Type

/** A bound on the measure of one contestant, divided by that of another; without `to`, on the measure itself. */
export const Target = Schema.Struct({
  /** Name of the target in the published table. */
  what: Schema.String,
  of: Schema.String,
  /** Only requests of this kind. */
  kind: Schema.optionalWith(Schema.String, { exact: true }),
  to: Schema.optionalWith(Schema.String, { exact: true }),
  measure: Measure,
  /** Whether responses over HTTP come from the response cache or bypass it. */
  answers: Schema.optionalWith(Schema.Literal("cached", "uncached"), { exact: true }),
  atLeast: Schema.optionalWith(Schema.Number, { exact: true }),
  atMost: Schema.optionalWith(Schema.Number, { exact: true })
})
/** A bound on a measure. */
export type Target = typeof Target.Type
