import * as Schema from "effect/Schema"

/** What is compared of two contestants, round by round: answers a second, milliseconds, or bytes. */
export const Measure = Schema.Literal("perSecond", "p50_ms", "p99_ms", "max_ms", "cpu_us", "anonymous_bytes")
/** What is compared of two contestants. */
export type Measure = typeof Measure.Type

/** What has to hold: the measure of one contestant, divided by another's. Without `to`: the measure itself. */
export const Target = Schema.Struct({
  /** What the target is about, as the published table names it. */
  what: Schema.String,
  of: Schema.String,
  /** Requests of this sort alone. */
  kind: Schema.optionalWith(Schema.String, { exact: true }),
  to: Schema.optionalWith(Schema.String, { exact: true }),
  measure: Measure,
  /** How the asked answers come about over HTTP: given again from memory while they hold, or made anew each time. */
  answers: Schema.optionalWith(Schema.Literal("kept", "made anew"), { exact: true }),
  atLeast: Schema.optionalWith(Schema.Number, { exact: true }),
  atMost: Schema.optionalWith(Schema.Number, { exact: true })
})
/** What has to hold. */
export type Target = typeof Target.Type
