import * as Schema from "effect/Schema"

/** A load: the same request again and again, over connections that are kept. */
export const LoadOptions = Schema.Struct({
  port: Schema.Int,
  path: Schema.String,
  headers: Schema.Record({ key: Schema.String, value: Schema.String }),
  connections: Schema.Int,
  /** Milliseconds before counting begins. */
  warmUp_ms: Schema.Number,
  /** Milliseconds of counting. */
  measure_ms: Schema.Number
})
/** A load. */
export type LoadOptions = typeof LoadOptions.Type

/** What a load found. Latencies in milliseconds. */
export const LoadResult = Schema.Struct({
  requests: Schema.Int,
  perSecond: Schema.Number,
  p50_ms: Schema.Number,
  p99_ms: Schema.Number
})
/** What a load found. */
export type LoadResult = typeof LoadResult.Type
